import type { Refusals } from '../refusals/refusal-words.ts';
import { payoutRefusals } from './payout-refusals.ts';
import { topUpRefusals } from './top-up-refusals.ts';

/** Refusals about incoming and outgoing payments. */
export const paymentRefusals = { ...topUpRefusals, ...payoutRefusals } as const satisfies Refusals;
