/** `stopped`: it was on, and the service has switched it off. */
export const autoTopUpStates = ['off', 'on', 'stopped'] as const;
export type AutoTopUpState = (typeof autoTopUpStates)[number];

/** Why: the card was refused too often in a row, money goes back to the account's people, or the account is being closed. */
export const autoTopUpStops = ['failures', 'money_returned', 'closing'] as const;
export type AutoTopUpStop = (typeof autoTopUpStops)[number];

/** Limits of the amounts, in CNY. Initial values for an account that has chosen nothing: `threshold`, `amount`, `monthly_maximum`. */
export const autoTopUpBounds = {
  threshold: { least: '1', most: '100000', first: '20' },
  amount: { least: '10', most: '50000', first: '100' },
  monthly_maximum: { least: '10', most: '1000000', first: '500' },
} as const;

/** After this many refusals in a row it is stopped. */
export const refusalsMax = 3;
