import { defineTexts } from '../../i18n/texts.ts';

/** Roles of members, and their descriptions. */
export const roleTexts = defineTexts({
  zh: {
    owner: '所有者',
    admin: '管理员',
    developer: '开发者',
    finance: '财务',
    notes: {
      owner: '全部权限，包括任免所有者',
      admin: '除任免所有者外的全部权限',
      developer: '密钥、子账号、日志、用量、试用台',
      finance: '余额、账单、日志和用量，不含密钥',
    },
  },
  en: {
    owner: 'Owner',
    admin: 'Administrator',
    developer: 'Developer',
    finance: 'Finance',
    notes: {
      owner: 'everything, including owners',
      admin: 'everything except owners',
      developer: 'keys, sub-accounts, log, usage, playground',
      finance: 'balance, billing, log and usage, no keys',
    },
  },
});
