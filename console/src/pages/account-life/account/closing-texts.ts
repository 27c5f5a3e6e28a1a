import type { ClosingObstacle, ClosingState } from '@tollgate/contract/account-life/closing';
import { defineTexts } from '../../../i18n/texts.ts';

const zhObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: '有发票申请或红冲还没办完。撤回它，或等它办完，再来注销。',
  debt: '余额低于零。先充到零，再来注销。',
  last_operator: '账号里有成员是网站唯一的管理员。先任命另一位管理员，再来注销。',
};
const enObstacles: Readonly<Record<ClosingObstacle, string>> = {
  invoice: 'An invoice request or a reversal is in progress. Withdraw it, or wait until it is done, then close the account.',
  debt: 'The balance is below zero. Top it up to zero first.',
  last_operator: 'A member is the only administrator of the service. Appoint another one first.',
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
  closing: 'Being closed; keys are off',
  paying: 'Waiting for the payout',
  telling: 'The last mails are leaving',
  erasing: 'Personal data is being erased',
  forgetting: 'Personal data is being erased',
  closed: 'Closed',
};

export const closingTexts = defineTexts({
  zh: {
    title: '注销账号',
    about: '注销后，密钥立即停用。7 天内可以撤销，密钥会恢复原样。7 天后退回余额，再删除个人信息，不能恢复。',
    kept: '账目、月结单、已开的发票和审计记录按法律规定保留。赠送和试用的额度作废。',
    remainder: (amount: string) => `可退余额 ${amount}。注销期间可以在账单页申请退回；没有申请的，7 天后按原路退回。`,
    openOrders: (count: number) => `${String(count)} 个待付的订单会关闭。`,
    openRequests: (count: number) => `${String(count)} 个专属通道或部署的申请会取消。`,
    exportFirst: '需要数据的，请先在上面导出。',
    close: '注销账号…',
    confirmTitle: '注销这个账号？',
    typeName: (name: string) => `输入账号名称 ${name} 以确认`,
    password: '你的登录密码',
    passwordHint: '没有密码的，留空；需要在 10 分钟内登录过。',
    cancel: '取消',
    verb: '停用密钥，开始注销',
    closed: '账号正在注销，密钥已停用',
    takeBack: '撤销注销',
    takenBack: '已撤销，密钥已恢复',
    failed: '注销状态没有读到',
    due: '在此之前可以撤销：',
    tooLate: '已经不能撤销。',
    states: zhStates,
    obstacles: zhObstacles,
  },
  en: {
    title: 'Close the account',
    about:
      'Keys are off at once. For seven days it can be taken back, and the keys come back as they were. Then the balance is paid out and personal data is erased for good.',
    kept: 'Ledger, statements, issued invoices and the audit log are kept, as the law demands. Gifts and trial credits lapse.',
    remainder: (amount: string) =>
      `${amount} can be paid out. Ask for it on the billing page while the account is being closed; otherwise it goes back the way it was paid after seven days.`,
    openOrders: (count: number) => `Orders that wait to be paid are closed: ${String(count)}.`,
    openRequests: (count: number) => `Requests for channels and deployments are cancelled: ${String(count)}.`,
    exportFirst: 'Export the data above first if you need it.',
    close: 'Close the account…',
    confirmTitle: 'Close this account?',
    typeName: (name: string) => `Type the name of the account, ${name}, to confirm`,
    password: 'Your password',
    passwordHint: 'Leave it empty if you have none; then you must have signed in within ten minutes.',
    cancel: 'Cancel',
    verb: 'Turn keys off and close',
    closed: 'The account is being closed; its keys are off',
    takeBack: 'Take it back',
    takenBack: 'Taken back; keys work again',
    failed: 'The state of the closing could not be read',
    due: 'It can be taken back until',
    tooLate: 'It cannot be taken back any more.',
    states: enStates,
    obstacles: enObstacles,
  },
});
