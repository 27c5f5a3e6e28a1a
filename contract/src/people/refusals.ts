import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about who signs in, members, invitations, operators, and looks of operators at accounts. */
export const peopleRefusals = {
  members_full: {
    code: 'conflict',
    en: 'An account can have at most {max} members and open invitations. Remove a member or withdraw an invitation first.',
    zh: '成员和未接受的邀请合计最多 {max} 个。请先移除成员或撤回邀请。',
  },
  invitations_today: {
    code: 'rate_limit_exceeded',
    en: 'An account invites at most {max} times in 24 hours. Invite the others tomorrow.',
    zh: '每个账号 24 小时内最多发出 {max} 次邀请。其余的请明天再邀请。',
  },
  invitations_to_address_today: {
    code: 'rate_limit_exceeded',
    en: 'An account invites one address at most {max} times in 24 hours. The mail may be among what their mailbox holds for spam; they can also sign up with this address and are asked then.',
    zh: '每个账号 24 小时内最多邀请同一地址 {max} 次。邮件可能在对方的垃圾邮件里；对方也可以用这个地址直接注册，登录后会看到邀请。',
  },
  member_already: {
    code: 'conflict',
    en: 'Somebody with this address is a member already.',
    zh: '这个邮箱已经是成员。',
  },
  invitation_over: {
    code: 'not_found',
    en: 'This invitation is over, was withdrawn, or is for another address. Sign in with the address that the mail came to, or ask for a new one.',
    zh: '邀请已失效、已撤回，或是发给别的邮箱的。用收到邮件的邮箱登录，或请对方重新邀请。',
  },
  owners_alone: {
    code: 'not_permitted',
    en: 'Only owners of the account make, change and remove owners.',
    zh: '只有账号的所有者能添加、更改和移除所有者。',
  },
  last_owner: {
    code: 'conflict',
    en: 'This is the last owner of the account. Make somebody else an owner first.',
    zh: '这是账号最后一个所有者。先让别人成为所有者。',
  },
  accounts_opened: {
    code: 'conflict',
    en: 'You have opened and left {max} accounts. Ask for an invitation, or contact support.',
    zh: '你已开过 {max} 个账号并都已离开。请让别人邀请你，或联系客服。',
  },
  role_changed: {
    code: 'conflict',
    en: 'Your role has just changed. Reload the page and try again.',
    zh: '你的角色刚刚被更改。刷新页面后再试。',
  },
  role_not_enough: {
    code: 'not_permitted',
    en: 'Your role "{role}" does not allow this. Ask an administrator.',
    zh: '你的运营角色没有这项权限，请联系管理员。',
  },
  looking_at_account: {
    code: 'not_permitted',
    en: 'You are looking at an account, reading only. Leave it first, then change things.',
    zh: '你正在只读查看一个账号，不能更改。先结束查看，再做更改。',
  },
  files_of_members: {
    code: 'not_permitted',
    en: 'You are looking at an account. Its files and exports are for its own people only.',
    zh: '你正在查看一个账号。账号的文件和导出只有账号成员可以下载。',
  },
  looks_need_operator: {
    code: 'not_permitted',
    en: 'Sign in as an operator: a token cannot look at pages.',
    zh: '以运营人员身份登录才能查看账号页面。',
  },
  address_of_operator_unverified: {
    code: 'conflict',
    en: 'The address of this person is not verified yet. Have them open the link of their mail.',
    zh: '这个人的邮箱还没验证。请对方打开邮件里的链接。',
  },
  administrator_link_wrong: {
    code: 'not_permitted',
    en: 'This link is not right, was used already, or has ended. Make a new one: npm run tollgate -- operators invite-link.',
    zh: '链接不对、已用过或已失效。用命令行重新生成一个。',
  },
  administrator_link_in_use: {
    code: 'conflict',
    en: 'This link is being used at this moment. Try again in five minutes.',
    zh: '链接正在被使用。五分钟后再试。',
  },
  administrator_link_just_taken: {
    code: 'conflict',
    en: 'This link is being used at this moment.',
    zh: '链接正在被使用。五分钟后再试。',
  },
  address_taken: {
    code: 'conflict',
    en: 'Somebody has this address already. Use their password, or another address.',
    zh: '这个邮箱已有人用。用它的密码登录，或换一个邮箱。',
  },
  no_contact_to_confirm: {
    code: 'conflict',
    en: 'No contact address waits to be confirmed.',
    zh: '没有联系邮箱在等待确认。',
  },
  contact_mails_today: {
    code: 'rate_limit_exceeded',
    en: 'At most {max} mails a day ask for the proof of a contact address. Look into the mailbox, or send another one tomorrow.',
    zh: '一天最多发 {max} 封确认邮件。看看那个邮箱，或明天再发。',
  },
  contact_link_over: {
    code: 'invalid_parameter',
    en: 'This link is over: it was used, has expired, or a newer one was sent. Send another one from the page of the account.',
    zh: '链接已失效：用过了、过期了，或已发了新的。在账号页重新发送。',
  },
  nobody_signs_in_here: {
    code: 'unknown_url',
    en: 'Nobody signs in at this address. Open the console at its own, or name this one in TOLLGATE_CONSOLE_URL or TOLLGATE_PUBLIC_URLS.',
    zh: '这个地址不能登录。用控制台自己的地址打开，或由运维在 TOLLGATE_CONSOLE_URL 或 TOLLGATE_PUBLIC_URLS 里加上这个地址。',
  },
  sign_in_offers_busy: {
    code: 'too_many_failed_attempts',
    en: 'Too many requests of this kind came from this address. Wait a minute.',
    zh: '这个地址请求太多。等 1 分钟再试。',
  },
  administrator_tokens_wrong: {
    code: 'too_many_failed_attempts',
    en: 'Too many requests with an incorrect administrator token came from this address.',
    zh: '这个地址用错误的管理令牌请求太多次。过一会儿再试。',
  },
} as const satisfies Refusals;
