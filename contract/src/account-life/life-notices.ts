import { noticeKind } from '../notices/notice-kind.ts';

/** Notices about data exports and closures of accounts. */
export const lifeNotices = {
  account_data_ready: noticeKind({
    params: ['until'],
    level: 'info',
    mail: 'owners',
    words: {
      zh: ({ until }, { moment }) => ({
        title: '账号数据已导出',
        detail: `ZIP 文件可以下载到 ${moment(until)}，之后会删除。需要时可以再导出一次。`,
        action: '下载文件',
      }),
      en: ({ until }, { moment }) => ({
        title: 'Account data exported',
        detail: `You can download the ZIP file until ${moment(until)}; it is then deleted. You can export again at any time.`,
        action: 'Download the file',
      }),
    },
  }),
  account_closing: noticeKind({
    params: ['by', 'due'],
    level: 'paused',
    mail: 'owners',
    words: {
      zh: ({ by, due }, { moment, name }) => ({
        title: '账号正在注销，密钥已停用',
        detail: `由 ${name(by)} 发起。${moment(due)} 之前可以撤销注销，密钥会恢复原样；之后将退回余额并永久删除个人信息。`,
        action: '查看或撤销注销',
      }),
      en: ({ by, due }, { moment, name }) => ({
        title: 'The account is being closed and its keys are disabled',
        detail: `${name(by)} started the closure. You can cancel it until ${moment(due)} to restore the keys; then the balance is paid out and personal data is permanently erased.`,
        action: 'View or cancel closure',
      }),
    },
  }),
  account_closing_soon: noticeKind({
    params: ['due'],
    level: 'warning',
    mail: 'owners',
    words: {
      zh: ({ due }, { moment }) => ({
        title: '账号还有两天注销',
        detail: `${moment(due)} 之前可以撤销注销，之后个人信息将永久删除。如尚未导出数据，请现在导出。`,
        action: '查看或撤销注销',
      }),
      en: ({ due }, { moment }) => ({
        title: 'The account will be closed in two days',
        detail: `You can cancel the closure until ${moment(due)}; then personal data is permanently erased. Export your data now if you have not done so.`,
        action: 'View or cancel closure',
      }),
    },
  }),
  account_closing_over: noticeKind({
    params: ['by'],
    level: 'info',
    mail: 'owners',
    words: {
      zh: ({ by }, { name }) => ({
        title: '注销已撤销，密钥已恢复',
        detail: `由 ${name(by)} 撤销。密钥已恢复到注销前的状态。`,
        action: '查看账号',
      }),
      en: ({ by }, { name }) => ({
        title: 'Account closure canceled; keys work again',
        detail: `${name(by)} canceled the closure. The keys are restored.`,
        action: 'View account',
      }),
    },
  }),
  /** Mail only, because nobody can open the console of a closed account. */
  account_closed: noticeKind({
    params: ['at'],
    level: 'info',
    mail: 'nobody',
    words: {
      zh: ({ at }, { moment }) => ({
        title: '账号已注销',
        detail: `${moment(at)} 起，个人信息已从账号和登录中删除；账目、账单和已开具的发票依法保留。这是发往该邮箱的最后一封邮件。`,
        action: '打开网站',
      }),
      en: ({ at }, { moment }) => ({
        title: 'The account is closed',
        detail: `Personal data was erased from the account and sign-in on ${moment(at)}; the ledger, statements and issued invoices are kept as required by law. This is the last mail to this address.`,
        action: 'Open website',
      }),
    },
  }),
} as const;
