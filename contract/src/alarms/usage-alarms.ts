import { alarmKind } from './alarm-kind.ts';

/** Implausible usage reports by fault; the text names the quirk that corrects the reading, if one exists. */
const doubts: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  input: {
    zh: '用量报告缺少输入 token，按字符估算。请联系上游补全',
    en: 'the usage report has no input tokens, so they are estimated. Ask the provider to report them',
  },
  output: {
    zh: '用量报告缺少输出 token，按字符估算。请联系上游补全',
    en: 'the usage report has no output tokens, so they are estimated. Ask the provider to report them',
  },
  reasoning: {
    zh: '推理 token 多于输出 token，多出部分未计费。如果上游单独计算推理 token，请打开“推理 token 不含在输出内”',
    en: 'the usage report has more reasoning tokens than completion tokens; the excess is not charged. If the provider counts reasoning separately from the completion, set the quirk reasoning_outside_completion',
  },
  total: {
    zh: 'total_tokens 不等于各项之和，按最低价计费。如果差额是推理 token，请打开“推理 token 只计入总数”；如果是缓存 token，请打开“缓存 token 不含在输入内”',
    en: 'total_tokens is not the sum of its parts; the cheapest interpretation is charged. If the difference is reasoning, set the quirk reasoning_in_total_only; if it is cached input, set cached_outside_prompt',
  },
};

/** Alarms about usage reports that cannot be correct. */
export const usageAlarms = {
  usage_doubtful: alarmKind({
    params: ['provider', 'model', 'doubt'],
    words: {
      zh: {
        title: '上游的用量报告不完整或自相矛盾',
        line: ({ provider, model, doubt }) => `${provider}（${model}）：${doubts[doubt]?.zh ?? doubt}`,
        remedy: '请在运营后台的“上游”页测试，核对上游账单，再按提示设置。这些调用在日志中标为“估算”，同一问题只提醒一次。',
      },
      en: {
        title: 'A provider reports usage that is incomplete or contradicts itself',
        line: ({ provider, model, doubt }) => `${provider} (${model}): ${doubts[doubt]?.en ?? doubt}`,
        remedy:
          'Test it on the Upstreams page of the console, compare with its bill, then change the setting named above. The call log marks these calls as estimated; each problem is reported once.',
      },
    },
  }),
} as const;
