import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about sign-in, members, invitations, operators, and operators who view accounts. */
export const peopleRefusals = {
  members_full: {
    code: 'conflict',
    en: 'An account can have at most {max} members and open invitations. Remove a member or withdraw an invitation first.',
    zh: '每个账号的成员和待接受的邀请合计最多 {max} 个。请先移除成员或撤回邀请。',
  },
  invitations_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can send at most {max} invitations in 24 hours. Invite the others tomorrow.',
    zh: '每个账号 24 小时内最多发出 {max} 次邀请。其余的请明天再邀请。',
  },
  invitations_to_address_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can invite an address at most {max} times in 24 hours. Ask the person to check their spam folder, or to sign up with this address and accept the invitation.',
    zh: '每个账号 24 小时内最多邀请同一邮箱 {max} 次。请对方检查垃圾邮件，或直接用该邮箱注册后接受邀请。',
  },
  member_already: {
    code: 'conflict',
    en: 'A person with this e-mail address is already a member.',
    zh: '该邮箱已是成员。',
  },
  invitation_over: {
    code: 'not_found',
    en: 'This invitation has expired, was withdrawn, or is for another address. Sign in with the address that received the mail, or ask for a new invitation.',
    zh: '邀请已过期、已撤回，或是发给其他邮箱的。请用收到邮件的邮箱登录，或请对方重新邀请。',
  },
  owners_alone: {
    code: 'not_permitted',
    en: 'Only owners can add, change or remove owners of the account.',
    zh: '只有账号的所有者能添加、修改或移除所有者。',
  },
  last_owner: {
    code: 'conflict',
    en: 'This is the last owner of the account. Make another member an owner first.',
    zh: '这是账号的最后一位所有者。请先将其他成员设为所有者。',
  },
  accounts_opened: {
    code: 'conflict',
    en: 'You have already opened and left {max} accounts. Ask for an invitation, or contact the operator of this service.',
    zh: '你已开通并退出 {max} 个账号。请让他人邀请你，或联系运营方。',
  },
  role_changed: {
    code: 'conflict',
    en: 'Your role has just changed. Reload the page and try again.',
    zh: '你的角色刚刚变更。请刷新页面后重试。',
  },
  role_not_enough: {
    code: 'not_permitted',
    en: 'Your role "{role}" does not allow this. Ask an administrator.',
    zh: '你的角色没有此权限。请联系管理员。',
  },
  looking_at_account: {
    code: 'not_permitted',
    en: 'You are viewing an account in read-only mode. Leave it before you make changes.',
    zh: '你正在只读查看账号，不能修改。请先退出查看。',
  },
  files_of_members: {
    code: 'not_permitted',
    en: 'You are viewing an account. Only its members can download its files and exports.',
    zh: '你正在查看账号。只有账号成员能下载其文件和导出。',
  },
  looks_need_operator: {
    code: 'not_permitted',
    en: 'A token cannot view account pages. Sign in as an operator.',
    zh: '令牌不能查看账号页面。请以运营人员身份登录。',
  },
  address_of_operator_unverified: {
    code: 'conflict',
    en: "This person's e-mail address is not verified yet. Ask them to open the link in their mail.",
    zh: '对方的邮箱尚未验证。请对方打开邮件中的链接。',
  },
  administrator_link_wrong: {
    code: 'not_permitted',
    en: 'This link is invalid, used or expired. Create a new one: npm run tollgate -- operators invite-link.',
    zh: '链接无效、已使用或已过期。请运行 npm run tollgate -- operators invite-link 重新生成。',
  },
  administrator_link_in_use: {
    code: 'conflict',
    en: 'This link is being used at the moment. Try again in five minutes.',
    zh: '链接正在被使用。请五分钟后重试。',
  },
  administrator_link_just_taken: {
    code: 'conflict',
    en: 'This link is being used by someone else. Try again in five minutes.',
    zh: '链接正在被他人使用。请五分钟后重试。',
  },
  address_taken: {
    code: 'conflict',
    en: 'This e-mail address already has a sign-in. Use its password, or another address.',
    zh: '该邮箱已注册。请用其密码登录，或换一个邮箱。',
  },
  no_contact_to_confirm: {
    code: 'conflict',
    en: 'There is no contact address to confirm.',
    zh: '没有待确认的联系邮箱。',
  },
  contact_mails_today: {
    code: 'rate_limit_exceeded',
    en: 'You can send at most {max} confirmation mails a day. Check your mailbox, or send another one tomorrow.',
    zh: '每天最多发送 {max} 封确认邮件。请检查邮箱，或明天再发送。',
  },
  contact_link_over: {
    code: 'invalid_parameter',
    en: 'This link was used, has expired or was replaced by a newer one. Send another one from the account page.',
    zh: '链接已使用、已过期或已被新链接取代。请在账号页重新发送。',
  },
  nobody_signs_in_here: {
    code: 'unknown_url',
    en: 'You cannot sign in at this address. Open the console at its own address, or add this one to TOLLGATE_CONSOLE_URL or TOLLGATE_PUBLIC_URLS.',
    zh: '这个地址不能登录。请通过控制台地址打开，或将此地址加入 TOLLGATE_CONSOLE_URL 或 TOLLGATE_PUBLIC_URLS。',
  },
  sign_in_offers_busy: {
    code: 'too_many_failed_attempts',
    en: 'Too many sign-in requests came from this address. Try again in a minute.',
    zh: '这个地址的登录请求过多。请 1 分钟后重试。',
  },
  administrator_tokens_wrong: {
    code: 'too_many_failed_attempts',
    en: 'Too many requests with an incorrect administrator token came from this address. Try again later.',
    zh: '这个地址多次使用错误的管理令牌。请稍后重试。',
  },
} as const satisfies Refusals;
