import type { ClosingState, ClosingWait } from '@tollgate/contract/account-life/closing';
import { defineTexts } from '../../i18n/texts.ts';

const zhStates: Readonly<Record<ClosingState, string>> = {
  closing: '注销中，可以撤销',
  paying: '等待退回余额',
  telling: '正在发送最后的邮件',
  erasing: '正在删除个人信息',
  forgetting: '正在删除登录信息',
  closed: '已注销',
};
const enStates: Readonly<Record<ClosingState, string>> = {
  closing: 'Being closed; can be taken back',
  paying: 'Waiting for the payout',
  telling: 'The last mails are leaving',
  erasing: 'Personal data is being erased',
  forgetting: 'Sign-in is being erased',
  closed: 'Closed',
};
const zhWaits: Readonly<Record<ClosingWait, string>> = {
  days: '7 天内可以撤销',
  invoice: '发票申请或红冲没有办完',
  debt: '余额低于零',
  last_operator: '有成员是唯一的管理员',
  calls: '还有调用在进行',
  payout: '正在退回余额',
  payout_to_decide: '退款要你处理',
  remainder: '余额没有退回，要你处理',
  mails: '最后的邮件正在发出',
  erasure: '正在删除个人信息',
};
const enWaits: Readonly<Record<ClosingWait, string>> = {
  days: 'Can be taken back for seven days',
  invoice: 'An invoice request or reversal is in progress',
  debt: 'The balance is below zero',
  last_operator: 'A member is the only administrator',
  calls: 'Calls are still running',
  payout: 'The remainder is on its way back',
  payout_to_decide: 'Its return waits for you',
  remainder: 'The remainder is not returned: decide',
  mails: 'The last mails are leaving',
  erasure: 'Personal data is being erased',
};

/** How far accounts are on their way out, and what they wait for. */
export const closingTexts = defineTexts({
  zh: { states: zhStates, waits: zhWaits },
  en: { states: enStates, waits: enWaits },
});
