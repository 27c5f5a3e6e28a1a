import { noticeKind } from './notice-kind.ts';

/** About an account as such: what is kept about it. */
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
} as const;
