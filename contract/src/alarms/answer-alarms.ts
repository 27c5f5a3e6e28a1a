import { alarmKind } from './alarm-kind.ts';

/** Faults in upstream responses that an operator can fix. */
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
        title: 'A provider ends responses with an unknown reason',
        line: ({ provider, model, word }) => `${model} of ${provider}: finish_reason is "${word}"`,
        remedy:
          'These responses count as complete and are charged. If the reason means that the response broke off, set the quirk `unknown_finish_breaks` for the provider. Such responses are then free, and other routes are tried.',
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
        title: 'A provider does not serve a model',
        line: ({ provider, region, model, fault }) => `${model} of ${provider} (${region}): ${fault}`,
        remedy:
          'Check the model name at the provider, or remove the model from the provider. Until then, each call tries this route before the others.',
      },
    },
  }),
} as const;
