import type { Quirks } from '@tollgate/contract/catalogue/quirks';

/** The form that a provider accepts, besides its settings. */
export interface Fit {
  readonly quirks: Quirks;
  /** Inputs of one request; `null`: as many as clients send. */
  readonly inputsMax: number | null;
}

/** Where a provider's settings say all. */
export const noQuirks: Quirks = {};

export const asItIs: Fit = { quirks: noQuirks, inputsMax: null };
