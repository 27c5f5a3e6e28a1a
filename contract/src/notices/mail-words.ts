import type { Locale } from '../enumerations.ts';

/** Subject of each mail template. */
export const mailWords = {
  'verify-address': { zh: '验证邮箱', en: 'Verify an e-mail address' },
  'address-exists': { zh: '邮箱已注册', en: 'Address already registered' },
  'reset-password': { zh: '重置密码', en: 'Reset a password' },
  'sign-in-new-device': { zh: '新设备登录', en: 'Sign-in from a new device' },
  'security-change': { zh: '登录设置变更', en: 'Sign-in settings changed' },
  invitation: { zh: '成员邀请', en: 'Invitation' },
  'cap-level': { zh: '上限提醒', en: 'Cap alert' },
  'prove-contact': { zh: '确认联系邮箱', en: 'Confirm a contact address' },
  'contract-signed': { zh: '客户已签合同', en: 'Contract signed by a customer' },
  'trial-credit-granted': { zh: '试用额度到账', en: 'Trial credit granted' },
  notice: { zh: '账号消息', en: 'Account message' },
  'invoice-delivery': { zh: '发票', en: 'Invoice' },
  announcement: { zh: '公告', en: 'Announcement' },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>>>>;

const known: Readonly<Record<string, Readonly<Record<Locale, string>> | undefined>> = mailWords;

/** The subject of a mail; `null` for a template of another version. */
export function mailSubject(template: string, language: Locale): string | null {
  return known[template]?.[language] ?? null;
}
