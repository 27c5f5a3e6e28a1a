/** How many of something an account can have or create. */
export interface AccountBound {
  /** The plural shown to people. */
  readonly noun: string;
  readonly max: number;
  /** Counts what was created in this many hours; `null` counts what exists now. */
  readonly hours: number | null;
  /** Largest size of one in the database, in bytes, with everything derived from it except steps, messages and mails. */
  readonly rowBytes: number;
  /** What to do at the maximum. */
  readonly remedy: string;
  /** The file below `server/src` that enforces it. */
  readonly heldIn: string;
}

const monthHours = 30 * 24;
const askOperator = 'Ask the operator of this service for a higher limit.';

/**
 * The maximum of everything that members of an account can create without an operator. Operators may create more. Objects whose rows
 * remain after deletion, because the call log or the ledger refers to them, also have a maximum per period.
 */
export const accountBounds = {
  keys: {
    ...{ noun: 'keys', max: 5000, hours: null, rowBytes: 2500, heldIn: 'control/keys.ts' },
    remedy: 'Delete keys that you no longer use.',
  },
  keysMade: {
    ...{ noun: 'keys', max: 1000, hours: 24, rowBytes: 2500, heldIn: 'control/keys.ts' },
    remedy: `You can still disable and delete keys. ${askOperator}`,
  },
  subAccounts: {
    ...{ noun: 'sub-accounts', max: 500, hours: null, rowBytes: 1500, heldIn: 'control/sub-accounts.ts' },
    remedy: 'Delete one that you no longer use.',
  },
  subAccountsMade: {
    ...{ noun: 'sub-accounts', max: 500, hours: 24, rowBytes: 1500, heldIn: 'control/sub-accounts.ts' },
    remedy: askOperator,
  },
  allowLists: {
    ...{ noun: 'bytes of allow-lists', max: 2 * 1024 * 1024, hours: null, rowBytes: 1 },
    ...{
      heldIn: 'control/keys.ts, control/sub-accounts.ts',
      remedy: 'Shorten the lists of keys and sub-accounts, or delete keys that you no longer use.',
    },
  },
  members: {
    ...{ noun: 'members and open invitations', max: 500, hours: null, rowBytes: 1500, heldIn: 'control/invitations.ts' },
    remedy: 'Remove a member or withdraw an invitation first.',
  },
  invitationsMade: {
    ...{ noun: 'invitations', max: 100, hours: 24, rowBytes: 1500, heldIn: 'control/invitations.ts' },
    remedy: 'Send the remaining invitations tomorrow.',
  },
  webhooks: {
    ...{ noun: 'webhooks', max: 5, hours: null, rowBytes: 4000, heldIn: 'control/alerts.ts' },
    remedy: 'Remove one first.',
  },
  webhookTests: {
    ...{ noun: 'webhook tests', max: 100, hours: 24, rowBytes: 3000, heldIn: 'control/alerts.ts' },
    remedy: 'Try again tomorrow.',
  },
  invoiceTitles: {
    ...{ noun: 'invoice titles', max: 50, hours: null, rowBytes: 6000, heldIn: 'control/invoice-titles.ts' },
    remedy: 'Delete one that you no longer need.',
  },
  openOrders: {
    ...{ noun: 'unpaid orders', max: 20, hours: null, rowBytes: 8000, heldIn: 'control/orders.ts' },
    remedy: 'Pay or cancel one of them. Unpaid orders close automatically when they expire.',
  },
  ordersMade: {
    ...{ noun: 'orders', max: 200, hours: 24, rowBytes: 8000, heldIn: 'control/orders.ts' },
    remedy: 'Pay the open orders, or try again tomorrow.',
  },
  exports: {
    ...{ noun: 'call log exports', max: 200, hours: 24, rowBytes: 4000, heldIn: 'control/exports.ts' },
    remedy: 'Try again after 24 hours.',
  },
  accountData: {
    ...{ noun: 'data exports', max: 10, hours: 24, rowBytes: 3000, heldIn: 'control/account-data.ts' },
    remedy: 'Try again after 24 hours.',
  },
  serviceRequests: {
    ...{ noun: 'service requests', max: 10, hours: monthHours, rowBytes: 20_000, heldIn: 'control/service-requests.ts' },
    remedy: 'Add the details to a request in progress, or contact the operator of this service.',
  },
  contractBytes: {
    ...{ noun: 'bytes of uploaded contracts', max: 100 * 1024 * 1024, hours: null, rowBytes: 1 },
    ...{ heldIn: 'control/request-contracts.ts', remedy: askOperator },
  },
  verifications: {
    ...{
      noun: 'verifications',
      max: 10,
      hours: monthHours,
      rowBytes: 5 * 1024 * 1024 + 4000,
      heldIn: 'control/verifications.ts',
    },
    remedy: askOperator,
  },
  invoices: {
    ...{ noun: 'invoice requests', max: 100, hours: monthHours, rowBytes: 12_000, heldIn: 'control/invoices.ts' },
    remedy: 'Request one invoice for a larger amount.',
  },
  payouts: {
    ...{ noun: 'refund requests', max: 20, hours: monthHours, rowBytes: 12_000, heldIn: 'control/payouts.ts' },
    remedy: askOperator,
  },
} as const satisfies Readonly<Record<string, AccountBound>>;

export type BoundedNoun = keyof typeof accountBounds;

function spanOf(hours: number): string {
  return hours % monthHours === 0 ? `${String(hours / 24)} days` : `${String(hours)} hours`;
}

/** The refusal at the maximum: the figure and what to do. */
export function boundWords(name: BoundedNoun, max: number = accountBounds[name].max): string {
  const { noun, hours, remedy }: AccountBound = accountBounds[name];
  const most =
    hours === null
      ? `An account can have at most ${String(max)} ${noun}`
      : `An account can create at most ${String(max)} ${noun} in ${spanOf(hours)}`;
  return `${most}. ${remedy}`;
}
