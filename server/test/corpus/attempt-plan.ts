import type { AttemptPlan } from '../../src/dialects/dialect.ts';
import { scanned } from '../scanned.ts';

/** An attempt without anything special. */
export const attemptPlan: AttemptPlan = {
  model: 'client/model',
  upstreamModel: 'up',
  stream: true,
  includeUsage: true,
  quirks: {},
  callId: '01939c3b-1c4f-7c2e-8c38-5c2d7f2c9a10',
  body: scanned({}),
  inputTokens: 1,
  supportedParameters: [],
  outputTokensMax: null,
  outputLimit: null,
  provider: 'p',
  clientHeaders: {},
};
