/** How often an account may have or make something. */
export interface AccountBound {
  /** As people read it, in the plural. */
  readonly noun: string;
  readonly max: number;
  /** Counted among what was made in so many hours; `null`: among what there is. */
  readonly hours: number | null;
  /** The most that one keeps in the database, in bytes, with all that is made of it (steps, messages, mails aside). */
  readonly rowBytes: number;
  /** What to do where there are so many. */
  readonly remedy: string;
  /** Where in `server/src` it is held. */
  readonly heldIn: string;
}

const monthHours = 30 * 24;
const askOperator = 'Ask the operator of this service for more.';

/**
 * The most that an account has or makes of anything that its people make by themselves. Operators may make more. What is not deleted with
 * its owner's wish, because the call log or the books refer to it, is bounded by time besides.
 */
export const accountBounds = {
  keys: {
    ...{ noun: 'keys that are not deleted', max: 5000, hours: null, rowBytes: 2500, heldIn: 'control/keys.ts' },
    remedy: 'Delete keys that are not used any more.',
  },
  keysMade: {
    ...{ noun: 'keys', max: 1000, hours: 24, rowBytes: 2500, heldIn: 'control/keys.ts' },
    remedy: `A key can still be disabled or deleted. ${askOperator}`,
  },
  subAccounts: {
    ...{ noun: 'sub-accounts', max: 500, hours: null, rowBytes: 1500, heldIn: 'control/sub-accounts.ts' },
    remedy: 'Delete one that is not used any more.',
  },
  subAccountsMade: {
    ...{ noun: 'sub-accounts', max: 500, hours: 24, rowBytes: 1500, heldIn: 'control/sub-accounts.ts' },
    remedy: askOperator,
  },
  allowLists: {
    ...{ noun: 'bytes of allow-lists of its keys and sub-accounts', max: 2 * 1024 * 1024, hours: null, rowBytes: 1 },
    ...{
      heldIn: 'control/keys.ts, control/sub-accounts.ts',
      remedy: 'Shorten lists, or delete keys that are not used any more.',
    },
  },
  members: {
    ...{ noun: 'members and open invitations', max: 500, hours: null, rowBytes: 1500, heldIn: 'control/invitations.ts' },
    remedy: 'Remove members or withdraw invitations first.',
  },
  invitationsMade: {
    ...{ noun: 'invitations', max: 100, hours: 24, rowBytes: 1500, heldIn: 'control/invitations.ts' },
    remedy: 'Invite the others tomorrow.',
  },
  webhooks: {
    ...{ noun: 'webhooks', max: 5, hours: null, rowBytes: 4000, heldIn: 'control/alerts.ts' },
    remedy: 'Remove one first.',
  },
  webhookTests: {
    ...{ noun: 'tries of webhooks', max: 100, hours: 24, rowBytes: 3000, heldIn: 'control/alerts.ts' },
    remedy: 'Try it tomorrow.',
  },
  invoiceTitles: {
    ...{ noun: 'titles', max: 50, hours: null, rowBytes: 6000, heldIn: 'control/invoice-titles.ts' },
    remedy: 'Delete one that is not needed any more.',
  },
  openOrders: {
    ...{ noun: 'orders that wait to be paid', max: 20, hours: null, rowBytes: 8000, heldIn: 'control/orders.ts' },
    remedy: 'Pay or cancel one of them; each ends by itself when its time is over.',
  },
  ordersMade: {
    ...{ noun: 'orders', max: 200, hours: 24, rowBytes: 8000, heldIn: 'control/orders.ts' },
    remedy: 'Pay those that are open, or make others tomorrow.',
  },
  exports: {
    ...{ noun: 'exports of the call log', max: 200, hours: 24, rowBytes: 4000, heldIn: 'control/exports.ts' },
    remedy: 'Each goes after 24 hours; make others then.',
  },
  accountData: {
    ...{ noun: 'exports of all data', max: 10, hours: 24, rowBytes: 3000, heldIn: 'control/account-data.ts' },
    remedy: 'Each goes after 24 hours; make another one then.',
  },
  serviceRequests: {
    ...{ noun: 'requests', max: 10, hours: monthHours, rowBytes: 20_000, heldIn: 'control/service-requests.ts' },
    remedy: 'Add what is missing to a request that is under way, or write to the operator of this service.',
  },
  contractBytes: {
    ...{ noun: 'bytes of contracts that it uploaded', max: 100 * 1024 * 1024, hours: null, rowBytes: 1 },
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
    remedy: 'Ask for one invoice over a larger amount.',
  },
  payouts: {
    ...{ noun: 'requests for money back', max: 20, hours: monthHours, rowBytes: 12_000, heldIn: 'control/payouts.ts' },
    remedy: askOperator,
  },
} as const satisfies Readonly<Record<string, AccountBound>>;

export type BoundedNoun = keyof typeof accountBounds;

function spanOf(hours: number): string {
  return hours % monthHours === 0 ? `${String(hours / 24)} days` : `${String(hours)} hours`;
}

/** What an account is told that has or has made as many as it may. */
export function boundWords(name: BoundedNoun, max: number = accountBounds[name].max): string {
  const { noun, hours, remedy }: AccountBound = accountBounds[name];
  const most =
    hours === null
      ? `An account has at most ${String(max)} ${noun}`
      : `An account makes at most ${String(max)} ${noun} in ${spanOf(hours)}`;
  return `${most}. ${remedy}`;
}
