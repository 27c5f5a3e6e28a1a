import type { Quirks } from '@tollgate/contract/catalogue/quirks';

/** The request form that a provider accepts, in addition to its settings. */
export interface Fit {
  readonly quirks: Quirks;
  /** Maximum number of inputs per request; `null` for no limit. */
  readonly inputsMax: number | null;
  /** For this request only: its seals are of another model. */
  readonly withoutSeals?: boolean;
}

/** No form was learned: the provider's settings are sufficient. */
export const noQuirks: Quirks = {};

export const asItIs: Fit = { quirks: noQuirks, inputsMax: null };
