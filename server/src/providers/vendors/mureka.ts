import type { VendorEntry } from '../provider.ts';

/**
 * Starts without models, because no dated list price is available: operators add models with custom prices. Instrumental music is a
 * separate model, whose upstream name begins with `instrumental/`.
 */
export const mureka: VendorEntry = {
  name: 'mureka',
  title: 'Mureka',
  titleZh: '昆仑万维 Mureka',
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
