import { alarmKind } from './alarm-kind.ts';

const parts: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  all: { zh: '全部文件', en: 'All files' },
  unpaid: { zh: '未付费账号的文件', en: 'Files of accounts that have not paid' },
};

/** Alarms about file storage. */
export const storageAlarms = {
  file_store_almost_full: alarmKind({
    params: ['part', 'used', 'max'],
    words: {
      zh: {
        title: '文件存储空间即将用完',
        line: ({ part, used, max }) => `${parts[part]?.zh ?? part}：已用 ${used} MiB，上限 ${max} MiB`,
        remedy:
          '请调大 TOLLGATE_OBJECTS_BYTES_MAX，或运行 tollgate accounts largest 查看占用最多的账号。用完后，新的歌曲请求会被拒绝，图片改为直接返回内容。',
      },
      en: {
        title: 'The file store is almost full',
        line: ({ part, used, max }) => `${parts[part]?.en ?? part}: ${used} MiB of at most ${max} MiB`,
        remedy:
          'Raise TOLLGATE_OBJECTS_BYTES_MAX, or run `tollgate accounts largest` to see which accounts use the most. When the store is full, new songs are refused and images are returned inline.',
      },
    },
  }),
} as const;
