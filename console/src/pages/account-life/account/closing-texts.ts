import type { ClosingObstacle, ClosingState } from '@tollgate/contract/account-life/closing';
import { defineTexts } from '../../../i18n/texts.ts';

const zhObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: '有未完成的发票申请或红冲。请先撤回，或等待完成后再注销。',
  debt: '余额低于零。请先充值，再注销。',
  last_operator: '有成员是本站唯一的管理员。请先任命另一位管理员，再注销。',
};
const enObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: 'An invoice request or reversal is in progress. Withdraw it or wait until it is done, then close the account.',
  debt: 'The balance is below zero. Top up first.',
  last_operator: 'A member is the only administrator of this site. Appoint another one first.',
};
const zhStates: Readonly<Record<ClosingState, string>> = {
  closing: '正在注销，密钥已停用',
  paying: '等待退回余额',
  telling: '正在发送最后的通知',
  erasing: '正在删除个人信息',
  forgetting: '正在删除个人信息',
  closed: '已注销',
};
const enStates: Readonly<Record<ClosingState, string>> = {
  closing: 'Closing; keys disabled',
  paying: 'Waiting for the payout',
  telling: 'Sending the last notifications',
  erasing: 'Erasing personal data',
  forgetting: 'Erasing personal data',
  closed: 'Closed',
};

export const closingTexts = defineTexts({
  zh: {
    title: '注销账号',
    about: '注销后，密钥立即停用。7 天内可以撤销，撤销后密钥恢复可用。7 天后退回余额并删除个人信息，不能恢复。',
    kept: '账目、月度账单、已开具的发票和变更记录依法保留。赠送和试用额度作废。',
    remainder: (amount: string) => `可退余额 ${amount}。注销期间可以在账单页申请退款；如未申请，7 天后原路退回。`,
    openOrders: (count: number) => `${String(count)} 个待付款订单会关闭。`,
    openRequests: (count: number) => `${String(count)} 个专属通道或部署申请会取消。`,
    exportFirst: '如需保留数据，请先在上方导出。',
    close: '注销账号…',
    confirmTitle: '注销这个账号？',
    typeName: (name: string) => `输入账号名称 ${name} 以确认`,
    password: '你的登录密码',
    passwordHint: '如果没有密码，请留空；此时需在 10 分钟内登录过。',
    cancel: '取消',
    verb: '停用密钥并注销',
    closed: '账号正在注销，密钥已停用',
    takeBack: '撤销注销',
    takenBack: '已撤销，密钥已恢复',
    failed: '注销状态加载失败',
    due: '可撤销至',
    tooLate: '已不能撤销。',
    states: zhStates,
    obstacles: zhObstacles,
  },
  en: {
    title: 'Close the account',
    about:
      'Closing disables all keys at once. You can cancel within 7 days; the keys then work again. After 7 days, the balance is refunded and personal data is erased permanently.',
    kept: 'The law requires us to keep the ledger, statements, issued invoices and audit log. Gifts and trial credit expire.',
    remainder: (amount: string) =>
      `${amount} is refundable. Request the refund on the billing page; otherwise it goes to the original payment method after 7 days.`,
    openOrders: (count: number) => `Unpaid orders that will be closed: ${String(count)}.`,
    openRequests: (count: number) => `Channel and deployment requests that will be canceled: ${String(count)}.`,
    exportFirst: 'If you need the data, export it above first.',
    close: 'Close the account…',
    confirmTitle: 'Close this account?',
    typeName: (name: string) => `Type the account name ${name} to confirm`,
    password: 'Your password',
    passwordHint: 'If you have no password, leave this empty. You must then have signed in within the last 10 minutes.',
    cancel: 'Cancel',
    verb: 'Disable keys and close',
    closed: 'The account is being closed. Its keys are disabled',
    takeBack: 'Cancel closing',
    takenBack: 'Closing canceled. Keys work again',
    failed: 'Could not load the closing status',
    due: 'You can cancel until',
    tooLate: 'You can no longer cancel.',
    states: enStates,
    obstacles: enObstacles,
  },
});
