/** `stopped`: automatic top-up was on until the service disabled it. */
export const autoTopUpStates = ['off', 'on', 'stopped'] as const;
export type AutoTopUpState = (typeof autoTopUpStates)[number];

/** Why automatic top-up stopped: repeated refusals of the card, a refund to the account holder, or the closure of the account. */
export const autoTopUpStops = ['failures', 'money_returned', 'closing'] as const;
export type AutoTopUpStop = (typeof autoTopUpStops)[number];

/** Limits of the amounts, in CNY. `first` is the default for accounts without a setting. */
export const autoTopUpBounds = {
  threshold: { least: '1', most: '100000', first: '20' },
  amount: { least: '10', most: '50000', first: '100' },
  monthly_maximum: { least: '10', most: '1000000', first: '500' },
} as const;

/** Automatic top-up stops after this many refusals in a row. */
export const refusalsMax = 3;
