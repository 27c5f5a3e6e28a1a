import type { VendorEntry } from '../provider.ts';

/** No dated list price is at hand, so it starts without models: the operator adds them with prices of their own. */
export const stepfun: VendorEntry = {
  name: 'stepfun',
  title: 'StepFun',
  modelNames: /^step-/,
  chatDialects: ['chat-completions'],
  keyVariables: ['STEPFUN_API_KEY', 'STEP_API_KEY'],
  baseUrls: { domestic: 'https://api.stepfun.com/v1', overseas: 'https://api.stepfun.ai/v1' },
  quirks: {},
  prices: null,
  models: [],
};
