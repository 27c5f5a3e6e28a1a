import { alarmKind } from './alarm-kind.ts';

const of = {
  zh: { model: '模型', route: '线路' },
  en: { model: 'Model', route: 'Route' },
} as const;

function named(language: 'zh' | 'en', kind: string, name: string): string {
  return `${of[language][kind === 'route' ? 'route' : 'model']} ${name}`;
}

/** About calls of customers that fail. */
export const errorAlarms = {
  errors_many: alarmKind({
    params: ['of', 'name', 'failed', 'calls', 'share', 'code'],
    words: {
      zh: {
        title: '失败的调用太多',
        line: ({ of: kind, name, failed, calls, share, code }) =>
          `${named('zh', kind, name)}：5 分钟内 ${calls} 次调用失败 ${failed} 次（${share} %）${code === '' ? '' : `，多为 ${code}`}`,
        remedy: '在调用日志里按模型和错误筛选，看每次尝试遇到了什么，再到上游页测试线路。恢复后会再发一条。',
      },
      en: {
        title: 'Too many calls fail',
        line: ({ of: kind, name, failed, calls, share, code }) =>
          `${named('en', kind, name)}: ${failed} of ${calls} calls failed in 5 minutes (${share} %)${code === '' ? '' : `, mostly ${code}`}`,
        remedy:
          'Filter the log of calls by model and error to see what each attempt met, then test the routes on the page of providers. You are told when it is well again.',
      },
    },
  }),
  errors_over: alarmKind({
    params: ['of', 'name', 'share', 'calls', 'minutes'],
    words: {
      zh: {
        title: '失败的调用恢复正常',
        line: ({ of: kind, name, share, calls, minutes }) =>
          `${named('zh', kind, name)}：持续约 ${minutes} 分钟，最近 5 分钟 ${calls} 次调用失败 ${share} %`,
        remedy: '不用处理。反复出现时，比较同一时段里各条线路的错误。',
      },
      en: {
        title: 'Calls that failed are well again',
        line: ({ of: kind, name, share, calls, minutes }) =>
          `${named('en', kind, name)}: it lasted about ${minutes} minutes; in the last 5, ${share} % of ${calls} calls failed`,
        remedy: 'Nothing to do. If it comes back, compare the errors of the routes at that time.',
      },
    },
  }),
} as const;
