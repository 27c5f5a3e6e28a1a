import type { VendorEntry } from '../provider.ts';

/**
 * No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. Music without a
 * voice is a model of its own, whose name there begins with `instrumental/`.
 */
export const mureka: VendorEntry = {
  name: 'mureka',
  title: 'Mureka',
  modelNames: /^mureka-/,
  chatDialects: ['chat-completions'],
  dialects: { music: 'music-mureka' },
  keyVariables: ['MUREKA_API_KEY'],
  baseUrls: { domestic: 'https://api.mureka.cn/v1', overseas: 'https://api.mureka.ai/v1' },
  mediaHosts: ['.mureka.ai', '.mureka.cn'],
  quirks: {},
  prices: null,
  models: [],
};
