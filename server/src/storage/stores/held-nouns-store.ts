import { accountBounds, type AccountBound, type BoundedNoun } from '@tollgate/contract/tenants/account-bounds';
import { sql, type RawBuilder } from 'kysely';
import type { HeldNounsStore } from '../../control/held-noun-ports.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

type Count = (accountId: string, sinceMs: bigint) => RawBuilder<unknown>;

const hourMs = 3_600_000n;

/** Counts the rows of a table that an account has created since a given time. */
function madeIn(table: string): Count {
  return (accountId, sinceMs) =>
    sql`select count(*) as count from ${sql.table(table)} where account_id = ${accountId} and created_at >= ${sinceMs}`;
}

/** How each noun is counted. */
const counts: Readonly<Record<BoundedNoun, Count>> = {
  keys: (id) => sql`select count(*) as count from keys where account_id = ${id} and status in ('available', 'disabled')`,
  keysMade: madeIn('keys'),
  subAccounts: (id) => sql`select count(*) as count from sub_accounts where account_id = ${id} and status = 'active'`,
  subAccountsMade: madeIn('sub_accounts'),
  // IP ranges and model names are ASCII, so a character is a byte.
  allowLists: (id) => sql`select
    (select coalesce(sum(length(ip_allow_list) + coalesce(length(model_allow_list), 0)), 0) from keys where account_id = ${id})
    + (select coalesce(sum(length(model_allow_list)), 0) from sub_accounts where account_id = ${id}) as count`,
  members: (id, nowMs) => sql`select (select count(*) from members where account_id = ${id})
    + (select count(*) from invitations where account_id = ${id} and expires_at > ${nowMs}) as count`,
  invitationsMade: (id, sinceMs) => sql`select count(*) as count from audit_log
    where object_kind = 'account' and object_id = ${id} and action = 'invitation.create' and at >= ${sinceMs}`,
  webhooks: (id) => sql`select count(*) as count from webhooks where account_id = ${id}`,
  webhookTests: (id, sinceMs) => sql`select count(*) as count from webhook_deliveries
    where account_id = ${id} and event = 'test' and created_at >= ${sinceMs}`,
  invoiceTitles: (id) => sql`select count(*) as count from invoice_titles where account_id = ${id}`,
  openOrders: (id, nowMs) => sql`select count(*) as count from orders
    where account_id = ${id} and state = 'open' and expires_at > ${nowMs}`,
  ordersMade: madeIn('orders'),
  exports: madeIn('call_exports'),
  accountData: madeIn('account_data_exports'),
  serviceRequests: madeIn('service_requests'),
  contractBytes: (id) =>
    sql`select coalesce(sum(bytes), 0) as count from request_contracts where account_id = ${id} and side = 'account'`,
  verifications: madeIn('verifications'),
  invoices: madeIn('invoices'),
  payouts: madeIn('payouts'),
};

/** How many of each limited noun an account has, or has created recently. */
export function createHeldNounsStore(engine: Engine): HeldNounsStore {
  return {
    async count(noun, accountId, nowMs) {
      const { hours }: AccountBound = accountBounds[noun];
      const atMs = hours === null ? BigInt(nowMs) : BigInt(nowMs) - BigInt(hours) * hourMs;
      const [row] = await engine.read('hot', counts[noun](accountId, atMs).compile(compilerFor(engine.sql)));
      return Number(wholeNumber(row?.count ?? 0n));
    },
  };
}
