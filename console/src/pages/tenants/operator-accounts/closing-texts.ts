import type { ClosingObstacle } from '@tollgate/contract/account-life/closing';
import type { ClosingAct } from '@tollgate/contract/account-life/operator-closings';
import { defineTexts } from '../../../i18n/texts.ts';

const zhObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: '发票申请或红冲没有办完',
  debt: '余额低于零',
  last_operator: '有成员是唯一的管理员',
};
const enObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: 'an invoice request or reversal is in progress',
  debt: 'the balance is below zero',
  last_operator: 'a member is the only administrator',
};
const zhActs: Readonly<Record<ClosingAct | 'close', string>> = {
  close: '注销这个账户',
  take_back: '撤销注销',
  hasten: '现在结束 7 天的等待',
  settled: '余额已另行退回，或不用退',
};
const enActs: Readonly<Record<ClosingAct | 'close', string>> = {
  close: 'Close this account',
  take_back: 'Take the closing back',
  hasten: 'End the seven days now',
  settled: 'The remainder is paid by hand, or is not to be paid',
};

export const operatorClosingTexts = defineTexts({
  zh: {
    title: '注销',
    failed: '注销状态没有读到',
    open: '账户没有注销。注销后密钥立即停用，7 天内可以撤销，之后删除个人信息。',
    due: '截止',
    closedAt: '注销于',
    remainder: (amount: string) => `可退余额 ${amount}`,
    waits: '余额还没有退回。去退款页办理，或写明原因后确认不用退。在此之前，个人信息不会删除。',
    settled: (why: string) => `余额已处理：${why}`,
    obstacles: (what: string) => `不能继续：${what}。`,
    reason: '原因，写入审计',
    acts: zhActs,
    obstacle: zhObstacles,
    done: '已记录',
  },
  en: {
    title: 'Closing',
    failed: 'The state of the closing could not be read',
    open: 'The account is open. When it is closed its keys are off at once; for seven days that can be taken back, then personal data is erased.',
    due: 'until',
    closedAt: 'Closed at',
    remainder: (amount: string) => `${amount} can be paid out`,
    waits:
      'The remainder is not paid out. Pay it on the page of payouts, or say why it is not to be paid. Until then personal data is not erased.',
    settled: (why: string) => `The remainder is settled: ${why}`,
    obstacles: (what: string) => `It cannot go on: ${what}.`,
    reason: 'Why, for the audit log',
    acts: enActs,
    obstacle: enObstacles,
    done: 'Noted',
  },
});
