import type { ClosingObstacle } from '@tollgate/contract/account-life/closing';
import type { ClosingAct } from '@tollgate/contract/account-life/operator-closings';
import { defineTexts } from '../../../i18n/texts.ts';

const zhObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: '发票申请或红冲未完成',
  debt: '余额低于零',
  last_operator: '有成员是本站唯一的管理员',
};
const enObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: 'an invoice request or reversal is in progress',
  debt: 'the balance is below zero',
  last_operator: 'a member is the only administrator',
};
const zhActs: Readonly<Record<ClosingAct | 'close', string>> = {
  close: '注销账号',
  take_back: '撤销注销',
  hasten: '立即结束 7 天等待期',
  settled: '余额已另行退回，或无需退回',
};
const enActs: Readonly<Record<ClosingAct | 'close', string>> = {
  close: 'Close this account',
  take_back: 'Cancel closing',
  hasten: 'End the 7-day wait now',
  settled: 'Balance refunded manually or not due',
};

export const operatorClosingTexts = defineTexts({
  zh: {
    title: '注销',
    failed: '注销状态加载失败',
    open: '账号未注销。注销后密钥立即停用，7 天内可以撤销，之后删除个人信息。',
    due: '截止',
    closedAt: '注销于',
    remainder: (amount: string) => `可退余额 ${amount}`,
    waits: '余额尚未退回。请在退款页办理，或写明原因后确认无需退回。在此之前，个人信息不会删除。',
    settled: (why: string) => `余额已处理：${why}`,
    obstacles: (what: string) => `不能继续：${what}。`,
    reason: '原因，写入变更记录',
    acts: zhActs,
    obstacle: zhObstacles,
    done: '已记录',
  },
  en: {
    title: 'Closing',
    failed: 'Could not load the closing status',
    open: 'The account is open. Closing disables its keys at once. You can cancel within 7 days; then personal data is erased.',
    due: 'until',
    closedAt: 'Closed at',
    remainder: (amount: string) => `${amount} refundable`,
    waits:
      'The balance is not refunded yet. Process it on the refunds page, or give a reason why it is not due. Until then, personal data is kept.',
    settled: (why: string) => `Balance settled: ${why}`,
    obstacles: (what: string) => `Cannot continue: ${what}.`,
    reason: 'Reason (for the audit log)',
    acts: enActs,
    obstacle: enObstacles,
    done: 'Recorded',
  },
});
