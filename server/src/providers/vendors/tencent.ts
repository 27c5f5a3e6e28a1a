import type { VendorEntry } from '../provider.ts';

/** As documented at cloud.tencent.com/document/product/1823/130079 and 131208, read in November 2026. It thinks only if `thinking` asks for it. */
const fields = [
  'max_tokens',
  'reasoning_effort',
  'response_format',
  'stop',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_p',
];

export const tencent: VendorEntry = {
  name: 'tencent',
  title: 'Tencent Hunyuan',
  titleZh: '腾讯混元',
  modelNames: /^(?:hunyuan-|hy[0-9])/,
  chatDialects: ['chat-completions'],
  keyVariables: ['HUNYUAN_API_KEY'],
  baseUrls: { domestic: 'https://tokenhub.tencentmaas.com/v1' },
  quirks: {},
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'hy3',
      kind: 'chat',
      contextLength: 256_000,
      outputLimit: 128_000,
      tier: 'basic',
      features: ['tools', 'reasoning', 'structured-output'],
      supportedParameters: fields,
      alternatives: ['qwen3.7-plus', 'deepseek-v4-flash'],
      price: { currency: 'CNY', input: '1', cachedInput: '0.25', output: '4' },
    },
  ],
};
