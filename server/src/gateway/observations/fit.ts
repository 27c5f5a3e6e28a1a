import type { Quirks } from '@tollgate/contract/catalogue/quirks';

/** The form that a provider accepts, besides its settings. */
export interface Fit {
  readonly quirks: Quirks;
  /** Inputs of one request; `null`: no limit. */
  readonly inputsMax: number | null;
}

/** The provider's settings are complete. */
export const noQuirks: Quirks = {};

export const asItIs: Fit = { quirks: noQuirks, inputsMax: null };
