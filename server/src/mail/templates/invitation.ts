import { button, paragraph, type MailWriter } from '../mail-content.ts';
import { showName } from '../shown-values.ts';

const roleNames: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  owner: { zh: '所有者', en: 'owner' },
  admin: { zh: '管理员', en: 'admin' },
  developer: { zh: '开发者', en: 'developer' },
  finance: { zh: '财务', en: 'finance' },
};

export const invitation: MailWriter<'invitation'> = {
  zh: ({ account, inviter, role, url }, { service }) => ({
    subject: `邀请你加入 ${showName(account)}`,
    blocks: [
      paragraph(
        `${showName(inviter)} 邀请你以${roleNames[role]?.zh ?? role}身份加入 ${service.name} 账号“${showName(account)}”。`,
      ),
      button('接受邀请', url),
      paragraph('请用收到本邮件的邮箱登录或注册。链接只能使用一次。'),
    ],
    why: '有人用你的邮箱发出了邀请。如不想加入，请忽略本邮件。',
  }),
  en: ({ account, inviter, role, url }, { service }) => ({
    subject: `Invitation to ${showName(account)}`,
    blocks: [
      paragraph(
        `${showName(inviter)} invites you to join the ${service.name} account “${showName(account)}” as ${roleNames[role]?.en ?? role}.`,
      ),
      button('Accept invitation', url),
      paragraph('Sign in or sign up with the address that received this mail. The link works once.'),
    ],
    why: 'Somebody entered your address to invite you. If you do not want to join, ignore this mail.',
  }),
};
