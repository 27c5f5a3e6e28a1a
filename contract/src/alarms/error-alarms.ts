import { routeName } from '../catalogue/route-name.ts';
import { alarmKind } from './alarm-kind.ts';

const of = {
  zh: { model: '模型', route: '线路' },
  en: { model: 'Model', route: 'Route' },
} as const;

function named(language: 'zh' | 'en', kind: string, name: string): string {
  return kind === 'route' ? `${of[language].route} ${routeName(name, language)}` : `${of[language].model} ${name}`;
}

/** Alarms about failing customer calls. */
export const errorAlarms = {
  errors_many: alarmKind({
    params: ['of', 'name', 'failed', 'calls', 'share', 'code'],
    words: {
      zh: {
        title: '失败的调用过多',
        line: ({ of: kind, name, failed, calls, share, code }) =>
          `${named('zh', kind, name)}：5 分钟内 ${calls} 次调用失败 ${failed} 次（${share} %）${code === '' ? '' : `，多为 ${code}`}`,
        remedy: '请在调用日志中按模型和错误筛选，查看每次尝试的结果，再在运营后台的“上游”页测试线路。恢复后会另行通知。',
      },
      en: {
        title: 'Too many calls fail',
        line: ({ of: kind, name, failed, calls, share, code }) =>
          `${named('en', kind, name)}: ${failed} of ${calls} calls failed in 5 minutes (${share} %)${code === '' ? '' : `, mostly ${code}`}`,
        remedy:
          'Filter the call log by model and error to see each attempt, then test the routes on the Upstreams page. You are notified on recovery.',
      },
    },
  }),
  errors_over: alarmKind({
    params: ['of', 'name', 'share', 'calls', 'minutes'],
    words: {
      zh: {
        title: '调用失败率恢复正常',
        line: ({ of: kind, name, share, calls, minutes }) =>
          `${named('zh', kind, name)}：持续约 ${minutes} 分钟，最近 5 分钟 ${calls} 次调用失败 ${share} %`,
        remedy: '无需处理。如果反复出现，请比较同一时段各条线路的错误。',
      },
      en: {
        title: 'The error rate of calls is back to normal',
        line: ({ of: kind, name, share, calls, minutes }) =>
          `${named('en', kind, name)}: lasted about ${minutes} minutes; ${share} % of ${calls} calls failed in the last 5 minutes`,
        remedy: 'No action is needed. If this happens again, compare the errors of the routes at that time.',
      },
    },
  }),
} as const;
