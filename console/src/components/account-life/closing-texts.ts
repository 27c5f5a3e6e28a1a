import type { ClosingState, ClosingWait } from '@tollgate/contract/account-life/closing';
import { defineTexts } from '../../i18n/texts.ts';

const zhStates: Readonly<Record<ClosingState, string>> = {
  closing: '注销中，可撤销',
  paying: '等待退回余额',
  telling: '正在发送最后的邮件',
  erasing: '正在删除个人信息',
  forgetting: '正在删除登录信息',
  closed: '已注销',
};
const enStates: Readonly<Record<ClosingState, string>> = {
  closing: 'Closing; can be canceled',
  paying: 'Waiting for the payout',
  telling: 'Sending the last e-mails',
  erasing: 'Erasing personal data',
  forgetting: 'Erasing sign-in data',
  closed: 'Closed',
};
const zhWaits: Readonly<Record<ClosingWait, string>> = {
  days: '7 天内可以撤销',
  invoice: '发票申请或红冲未完成',
  debt: '余额低于零',
  last_operator: '有成员是本站唯一的管理员',
  calls: '仍有调用在进行',
  payout: '正在退回余额',
  payout_to_decide: '退款待处理',
  remainder: '余额未退回，待处理',
  mails: '正在发送最后的邮件',
  erasure: '正在删除个人信息',
};
const enWaits: Readonly<Record<ClosingWait, string>> = {
  days: 'Can be canceled within 7 days',
  invoice: 'An invoice request or reversal is in progress',
  debt: 'The balance is below zero',
  last_operator: 'A member is the only administrator',
  calls: 'Calls are still running',
  payout: 'The balance is being refunded',
  payout_to_decide: 'A refund needs your decision',
  remainder: 'Balance not refunded; decide',
  mails: 'Sending the last e-mails',
  erasure: 'Erasing personal data',
};

/** States of account closures, and what they wait for. */
export const closingTexts = defineTexts({
  zh: { states: zhStates, waits: zhWaits },
  en: { states: enStates, waits: enWaits },
});
