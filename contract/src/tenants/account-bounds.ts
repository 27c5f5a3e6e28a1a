import type { refusals, RefusalReason } from '../refusals/all-refusals.ts';
import type { ParamsOf } from '../refusals/refusal-words.ts';

/** Refusals whose only parameter is `max`. */
type BoundReason = {
  [Reason in RefusalReason]: keyof ParamsOf<(typeof refusals)[Reason]['en']> extends 'max'
    ? 'max' extends keyof ParamsOf<(typeof refusals)[Reason]['en']>
      ? Reason
      : never
    : never;
}[RefusalReason];

/** Maximum number of objects of one kind that an account can have or create. */
export interface AccountBound {
  /** Plural noun shown to people. */
  readonly noun: string;
  readonly max: number;
  /** Counts the objects created in this many hours; `null` counts the existing ones. */
  readonly hours: number | null;
  /** Maximum database size of one object in bytes, including everything derived from it except steps, messages and mails. */
  readonly rowBytes: number;
  /** Refusal at the maximum. */
  readonly reason: BoundReason;
  /** The file below `server/src` that enforces the maximum. */
  readonly heldIn: string;
}

const monthHours = 30 * 24;

/**
 * Maximum number of objects that account members can create without an operator. Operators can create more. Objects whose rows remain after
 * deletion, because the call log or the ledger refers to them, also have a maximum per period.
 */
export const accountBounds = {
  keys: {
    noun: 'keys',
    max: 5000,
    hours: null,
    rowBytes: 2500,
    heldIn: 'subjects/tenants/keys/keys.ts',
    reason: 'keys_full',
  },
  keysMade: {
    noun: 'keys',
    max: 1000,
    hours: 24,
    rowBytes: 2500,
    heldIn: 'subjects/tenants/keys/keys.ts',
    reason: 'keys_today',
  },
  subAccounts: {
    noun: 'sub-accounts',
    max: 500,
    hours: null,
    rowBytes: 1500,
    heldIn: 'subjects/tenants/sub-accounts/sub-accounts.ts',
    reason: 'sub_accounts_full',
  },
  subAccountsMade: {
    noun: 'sub-accounts',
    max: 500,
    hours: 24,
    rowBytes: 1500,
    heldIn: 'subjects/tenants/sub-accounts/sub-accounts.ts',
    reason: 'sub_accounts_today',
  },
  allowLists: {
    noun: 'bytes of allow-lists',
    max: 2 * 1024 * 1024,
    hours: null,
    rowBytes: 1,
    heldIn: 'subjects/tenants/keys/keys.ts, subjects/tenants/sub-accounts/sub-accounts.ts',
    reason: 'allow_lists_full',
  },
  members: {
    noun: 'members and open invitations',
    max: 500,
    hours: null,
    rowBytes: 1500,
    heldIn: 'subjects/people/invitations.ts',
    reason: 'members_full',
  },
  invitationsMade: {
    noun: 'invitations',
    max: 100,
    hours: 24,
    rowBytes: 1500,
    heldIn: 'subjects/people/invitations.ts',
    reason: 'invitations_today',
  },
  webhooks: {
    noun: 'webhooks',
    max: 5,
    hours: null,
    rowBytes: 4000,
    heldIn: 'subjects/notices/alerts.ts',
    reason: 'webhooks_full',
  },
  webhookTests: {
    noun: 'webhook tests',
    max: 100,
    hours: 24,
    rowBytes: 3000,
    heldIn: 'subjects/notices/alerts.ts',
    reason: 'webhook_tests_today',
  },
  invoiceTitles: {
    noun: 'invoice titles',
    max: 50,
    hours: null,
    rowBytes: 6000,
    heldIn: 'subjects/invoicing/invoice-titles.ts',
    reason: 'invoice_titles_full',
  },
  openOrders: {
    noun: 'unpaid orders',
    max: 20,
    hours: null,
    rowBytes: 8000,
    heldIn: 'subjects/payments/orders/orders.ts',
    reason: 'unpaid_orders_full',
  },
  ordersMade: {
    noun: 'orders',
    max: 200,
    hours: 24,
    rowBytes: 8000,
    heldIn: 'subjects/payments/orders/orders.ts',
    reason: 'orders_today',
  },
  exports: {
    noun: 'call log exports',
    max: 200,
    hours: 24,
    rowBytes: 4000,
    heldIn: 'subjects/calls/exports/exports.ts',
    reason: 'exports_today',
  },
  accountData: {
    noun: 'data exports',
    max: 10,
    hours: 24,
    rowBytes: 3000,
    heldIn: 'subjects/account-life/account-data.ts',
    reason: 'data_exports_today',
  },
  serviceRequests: {
    noun: 'service requests',
    max: 10,
    hours: monthHours,
    rowBytes: 20_000,
    heldIn: 'subjects/requests/service-requests.ts',
    reason: 'requests_this_month',
  },
  contractBytes: {
    noun: 'bytes of uploaded contracts',
    max: 100 * 1024 * 1024,
    hours: null,
    rowBytes: 1,
    heldIn: 'subjects/requests/request-contracts.ts',
    reason: 'contracts_full',
  },
  verifications: {
    noun: 'verifications',
    max: 10,
    hours: monthHours,
    rowBytes: 5 * 1024 * 1024 + 4000,
    heldIn: 'subjects/invoicing/verifications.ts',
    reason: 'verifications_this_month',
  },
  invoices: {
    noun: 'invoice requests',
    max: 100,
    hours: monthHours,
    rowBytes: 12_000,
    heldIn: 'subjects/invoicing/invoices.ts',
    reason: 'invoices_this_month',
  },
  payouts: {
    noun: 'refund requests',
    max: 20,
    hours: monthHours,
    rowBytes: 12_000,
    heldIn: 'subjects/payments/payouts/payouts.ts',
    reason: 'refunds_this_month',
  },
} as const satisfies Readonly<Record<string, AccountBound>>;

export type BoundedNoun = keyof typeof accountBounds;
