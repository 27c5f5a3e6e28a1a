import { noticeKind } from '../notices/notice-kind.ts';

/** About an account as such: what is kept about it, and its end. */
export const lifeNotices = {
  account_data_ready: noticeKind({
    params: ['until'],
    level: 'info',
    mail: 'owners',
    words: {
      zh: ({ until }, { moment }) => ({
        title: '账号数据已导出',
        detail: `ZIP 文件可以下载到 ${moment(until)}，之后会删除。需要时可以再导出一次。`,
        action: '去下载',
      }),
      en: ({ until }, { moment }) => ({
        title: 'The data of the account is exported',
        detail: `The ZIP file can be downloaded until ${moment(until)}, then it is deleted. You can export again at any time.`,
        action: 'Download it',
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
        detail: `由 ${name(by)} 发起。${moment(due)} 之前可以撤销，密钥会恢复原样。之后退回余额，再删除个人信息，不能恢复。`,
        action: '查看或撤销',
      }),
      en: ({ by, due }, { moment, name }) => ({
        title: 'The account is being closed; its keys are off',
        detail: `${name(by)} began it. Until ${moment(due)} it can be taken back, and the keys come back as they were. Then the balance is paid out and personal data is erased for good.`,
        action: 'See it or take it back',
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
        detail: `${moment(due)} 之前可以撤销。之后个人信息会删除，不能恢复。还没导出数据的，请现在导出。`,
        action: '查看或撤销',
      }),
      en: ({ due }, { moment }) => ({
        title: 'The account is closed in two days',
        detail: `Until ${moment(due)} it can be taken back. Then personal data is erased for good. Export the data now if you have not yet.`,
        action: 'See it or take it back',
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
        detail: `由 ${name(by)} 撤销。密钥和注销前一样。`,
        action: '查看账号',
      }),
      en: ({ by }, { name }) => ({
        title: 'The closing is taken back; keys work again',
        detail: `${name(by)} took it back. The keys are as they were before.`,
        action: 'See the account',
      }),
    },
  }),
  /** A mail alone: there is nobody any more who reads messages in the console. */
  account_closed: noticeKind({
    params: ['at'],
    level: 'info',
    mail: 'nobody',
    words: {
      zh: ({ at }, { moment }) => ({
        title: '账号已注销',
        detail: `${moment(at)} 起，个人信息从账号和登录中删除。账目、账单和已开的发票按法律规定保留。这是发往这个邮箱的最后一封邮件。`,
        action: '打开网站',
      }),
      en: ({ at }, { moment }) => ({
        title: 'The account is closed',
        detail: `From ${moment(at)} on, personal data is erased from the account and from sign-in. Ledger, statements and issued invoices are kept as the law demands. This is the last mail to this address.`,
        action: 'Open the site',
      }),
    },
  }),
} as const;
