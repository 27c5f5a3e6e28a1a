import { alarmKind } from './alarm-kind.ts';

/** Faults in upstream responses that an operator can fix. */
export const answerAlarms = {
  unknown_finish_reason: alarmKind({
    params: ['provider', 'model', 'word'],
    words: {
      zh: {
        title: '上游返回了未知的结束原因',
        line: ({ provider, model, word }) => `${provider} 的 ${model}：finish_reason 为“${word}”`,
        remedy:
          '这类回答视为完整并计费。如果该原因表示回答中断，请在运营后台的“上游”页为该上游打开“未知结束原因视为中断”。此后这类回答不计费，并改用其他线路。',
      },
      en: {
        title: 'A provider ends responses with an unknown reason',
        line: ({ provider, model, word }) => `${model} of ${provider}: finish_reason is "${word}"`,
        remedy:
          'These responses count as complete and are charged. If the reason means an interrupted response, switch on “Unknown finish reasons are failures” (`unknown_finish_breaks`) on the Upstreams page: such responses are then free and other routes are tried.',
      },
    },
  }),
  upstream_model_missing: alarmKind({
    params: ['provider', 'region', 'model', 'fault'],
    words: {
      zh: {
        title: '上游不提供某个模型',
        line: ({ provider, region, model, fault }) => `${provider}（${region}）的 ${model}：${fault}`,
        remedy: '请核对该上游的模型名，或从该上游移除此模型。在此之前，每次调用都会先尝试这条线路，再用其他线路。',
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
