import type { VendorEntry } from '../provider.ts';

/** Starts without models, because no dated list price is available: operators add models with custom prices. */
export const stepfun: VendorEntry = {
  name: 'stepfun',
  title: 'StepFun',
  titleZh: '阶跃星辰',
  modelNames: /^step-/,
  chatDialects: ['chat-completions'],
  keyVariables: ['STEPFUN_API_KEY', 'STEP_API_KEY'],
  baseUrls: { domestic: 'https://api.stepfun.com/v1', overseas: 'https://api.stepfun.ai/v1' },
  quirks: {},
  prices: null,
  models: [],
};
