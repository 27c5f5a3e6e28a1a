import type { Locale } from '../enumerations.ts';

type Words = Readonly<Record<Locale, string>>;

/** Names of the objects in the audit log. */
const objects: Readonly<Record<string, Words | undefined>> = {
  account: { zh: '账号', en: 'Account' },
  announcement: { zh: '公告', en: 'Announcement' },
  audit: { zh: '账目核对', en: 'Audit' },
  'code-batch': { zh: '兑换码批次', en: 'Batch of codes' },
  'contract-document': { zh: '合同文件', en: 'Contract document' },
  incident: { zh: '故障', en: 'Incident' },
  key: { zh: '密钥', en: 'Key' },
  mail: { zh: '邮件', en: 'E-mail' },
  mailbox: { zh: '邮箱', en: 'Mailbox' },
  model: { zh: '模型', en: 'Model' },
  operator: { zh: '运营人员', en: 'Operator' },
  order: { zh: '订单', en: 'Order' },
  'payment-method': { zh: '支付方式', en: 'Payment method' },
  plan: { zh: '套餐', en: 'Plan' },
  provider: { zh: '上游', en: 'Provider' },
  robot: { zh: '群机器人', en: 'Chat bot' },
  'service-request': { zh: '专属服务申请', en: 'Service request' },
  site: { zh: '站点设置', en: 'Site settings' },
  'sub-account': { zh: '子账号', en: 'Sub-account' },
  'working-year': { zh: '工作日历', en: 'Working-day calendar' },
};

/** The name of a kind of object; a kind of another version is shown as stored. */
export function objectWords(kind: string, language: Locale): string {
  return objects[kind]?.[language] ?? kind;
}
