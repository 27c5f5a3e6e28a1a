import { alarmKind } from './alarm-kind.ts';

/** What answers of upstreams show that an operator can set right. */
export const answerAlarms = {
  unknown_finish_reason: alarmKind({
    params: ['provider', 'model', 'word'],
    words: {
      zh: {
        title: '上游返回了未知的结束原因',
        line: ({ provider, model, word }) => `${provider} 的 ${model}：finish_reason 为 "${word}"`,
        remedy:
          '这样的回答按完整计费。如果这个词表示回答中断，在该上游设置 unknown_finish_breaks，此后这样的回答视为中断，不计费，并改走其他线路。',
      },
      en: {
        title: 'An upstream ends answers with an unknown reason',
        line: ({ provider, model, word }) => `${model} of ${provider}: finish_reason is "${word}"`,
        remedy:
          'Such answers count as complete and are charged. If the word means that the answer broke off, set the quirk `unknown_finish_breaks` of the provider: such answers are then free, and other routes are tried.',
      },
    },
  }),
  upstream_model_missing: alarmKind({
    params: ['provider', 'region', 'model', 'fault'],
    words: {
      zh: {
        title: '上游不提供某个模型',
        line: ({ provider, region, model, fault }) => `${provider}（${region}）的 ${model}：${fault}`,
        remedy: '核对该上游的模型名，或从该上游移除这个模型。在此之前，每次调用都会先试这条线路，再走其他线路。',
      },
      en: {
        title: 'An upstream does not serve a model',
        line: ({ provider, region, model, fault }) => `${model} of ${provider} (${region}): ${fault}`,
        remedy:
          'Check the name of the model at the provider, or remove the model from it. Until then each call tries this route first and then the others.',
      },
    },
  }),
} as const;
