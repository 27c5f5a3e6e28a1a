import type { Locale } from '../enumerations.ts';

type Params = Readonly<Record<string, string>>;
type Words = Readonly<Record<Locale, (params: Params) => string>>;

/** Every way in which an answer of a test may differ from its protocol and still be served. */
const deviationWords = {
  content_type: {
    en: ({ is, expected }) => `content-type is "${is ?? ''}" and not "${expected ?? ''}"`,
    zh: ({ is, expected }) => `content-type 是“${is ?? ''}”，应为“${expected ?? ''}”`,
  },
  no_usage: {
    en: () => 'no usage: calls would be charged by an estimate',
    zh: () => '没有返回用量，调用将按估算计费',
  },
  no_input_tokens: {
    en: () => 'its usage has no input tokens: they would be estimated',
    zh: () => '用量中没有输入 token，将按估算计费',
  },
  no_output_tokens: {
    en: () => 'its usage has no output tokens: they would be estimated',
    zh: () => '用量中没有输出 token，将按估算计费',
  },
  reasoning_too_large: {
    en: () => 'its usage has more reasoning tokens than completion tokens: the excess would not be charged',
    zh: () => '用量中的推理 token 多于输出 token，多出的部分不会计费',
  },
  total_differs: {
    en: () => 'its `total_tokens` is not the sum of its parts: the cheapest interpretation would be charged',
    zh: () => 'total_tokens 不等于各部分之和，将按最低的一种解读计费',
  },
  unknown_finish: {
    en: ({ reason }) => `it ended with the unknown reason "${reason ?? ''}"; if that means a fault, set unknown_finish_breaks`,
    zh: ({ reason }) => `结束原因“${reason ?? ''}”未知。如果它表示出错，请打开“未知结束原因视为中断”`,
  },
  usage_invalid: {
    en: () => 'its usage cannot be believed: calls would be free',
    zh: () => '返回的用量不可信，调用将不收费',
  },
  usage_repeated: {
    en: ({ times }) => `usage comes ${times ?? ''} times; the last one counts`,
    zh: ({ times }) => `用量返回了 ${times ?? ''} 次，以最后一次为准`,
  },
  output_over_limit: {
    en: () => 'it wrote more than `max_completion_tokens` allows',
    zh: () => '输出超过了 max_completion_tokens 的限制',
  },
  reasoning_beside: {
    en: () => 'it counts reasoning beside the completion',
    zh: () => '推理 token 未计入输出 token',
  },
} as const satisfies Readonly<Record<string, Words>>;

export type DeviationName = keyof typeof deviationWords;
export const deviationNames = Object.keys(deviationWords) as [DeviationName, ...DeviationName[]];

export interface Deviation {
  readonly name: DeviationName;
  readonly params: Params;
}

/** What was found, in one sentence without a full stop. */
export function deviationText({ name, params }: Deviation, locale: Locale): string {
  return deviationWords[name][locale](params);
}
