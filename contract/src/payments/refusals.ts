import type { Refusals } from '../refusals/refusal-words.ts';
import { payoutRefusals } from './payout-refusals.ts';
import { topUpRefusals } from './top-up-refusals.ts';

/** Refusals about money that comes and goes. */
export const paymentRefusals = { ...topUpRefusals, ...payoutRefusals } as const satisfies Refusals;
