import type { VendorEntry } from '../provider.ts';

/** As documented at cloud.baidu.com/doc/qianfan-api/s/3m7of64lb, read in November 2026. */
const fields = [
  'frequency_penalty',
  'max_completion_tokens',
  'max_tokens',
  'parallel_tool_calls',
  'presence_penalty',
  'response_format',
  'seed',
  'stop',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
];

export const qianfan: VendorEntry = {
  name: 'qianfan',
  title: 'Baidu Qianfan',
  titleZh: '百度千帆',
  maker: 'baidu',
  modelNames: /^ernie-/,
  chatDialects: ['chat-completions'],
  keyVariables: ['QIANFAN_API_KEY'],
  baseUrls: { domestic: 'https://qianfan.baidubce.com/v2' },
  quirks: {},
  prices: { asOf: '2026-09-27', source: 'npm model-bank 1.0.20260927202305' },
  models: [
    {
      name: 'ernie-5.1',
      kind: 'chat',
      contextLength: 131_072,
      outputLimit: 65_536,
      tier: 'standard',
      features: ['tools', 'reasoning'],
      supportedParameters: fields,
      alternatives: ['qwen3.7-plus', 'doubao-seed-2.1-turbo'],
      price: { currency: 'CNY', input: '4', output: '18' },
      note: '6 / 22 above 32,000 input tokens; the price here is the one below.',
    },
  ],
};
