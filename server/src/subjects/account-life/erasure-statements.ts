import { sql, type RawBuilder } from 'kysely';
import type { InvoiceDelivery, InvoiceTitle } from '../invoicing/rules/invoice.ts';
import type { Erasure } from './closing-ports.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';

/** Replaces the address or name of a person. */
const formerMember = 'former-member';

/** The name of a closed account. */
function closedName(accountId: string): string {
  return `closed-${accountId.slice(-6)}`;
}

/** Columns with the address of the person who did something. The rest of the row remains. */
const actors: readonly (readonly [table: string, column: string, own: RawBuilder<unknown>])[] = [
  ['ledger_entries', 'actor', sql`account_id =`],
  ['orders', 'made_by', sql`account_id =`],
  ['codes', 'redeemed_by', sql`account_id =`],
  ['invoices', 'requested_by', sql`account_id =`],
  ['payouts', 'made_by', sql`account_id =`],
];

/** Tables with account data that need not be kept by law. The order matters where one refers to another. */
const removed: readonly RawBuilder<unknown>[] = [
  sql`delete from mail_outbox where source in (select 'contract:' || id from request_contracts where account_id = `,
  sql`delete from mail_outbox where source in (select 'invitation:' || id from invitations where account_id = `,
  sql`delete from service_request_steps where request_id in (select id from service_requests where account_id = `,
  sql`delete from webhook_deliveries where webhook_id in (select id from webhooks where account_id = `,
];
const ownTables = [
  ...[
    'request_contracts',
    'contact_proofs',
    'service_requests',
    'webhooks',
    'webhook_deliveries',
    'notices',
    'invitations',
    'invoice_titles',
    'verifications',
  ],
  ...['once_marks', 'alert_settings', 'billing_settings', 'impersonations', 'call_exports', 'account_data_exports'],
  ...['auto_top_ups', 'saved_cards'],
];

/** Contains no person: an invoice that was never issued needs no name. */
const noTitle = JSON.stringify({
  kind: 'individual',
  name: formerMember,
  taxNumber: null,
  address: null,
  telephone: null,
  bank: null,
  bankAccount: null,
} satisfies InvoiceTitle);
const noDelivery = JSON.stringify({ email: null, consignee: null, phone: null, address: null } satisfies InvoiceDelivery);

/** Names chosen by people that contain the name or address of a person. */
async function renamed(engine: Engine, { accountId, addresses, names }: Erasure): Promise<readonly UnitStatement[]> {
  const db = compilerFor(engine.sql);
  const personal = [...addresses, ...addresses.map((address) => address.split('@')[0] ?? address), ...names]
    .map((text) => text.toLowerCase().trim())
    .filter((text) => text.length > 1);
  const isPersonal = (text: string): boolean => personal.some((part) => text.toLowerCase().includes(part));
  const statements: UnitStatement[] = [];
  const keys = sql`select id, remark as name from keys where account_id = ${accountId} and remark <> ''`;
  for (const { id, name } of await engine.read('reports', keys.compile(db))) {
    if (!isPersonal(String(name))) continue;
    statements.push({ query: sql`update keys set remark = ${`key-${String(id).slice(-6)}`} where id = ${id}`.compile(db) });
  }
  const parts = sql`select id, name from sub_accounts where account_id = ${accountId}`;
  for (const { id, name } of await engine.read('reports', parts.compile(db))) {
    if (!isPersonal(String(name))) continue;
    statements.push({ query: sql`update sub_accounts set name = ${`sub-${String(id).slice(-6)}`} where id = ${id}`.compile(db) });
  }
  return statements;
}

/** Statements that remove all identification of people from the stored data of an account, except what the law requires. */
export async function erasureStatements(engine: Engine, erasure: Erasure): Promise<readonly UnitStatement[]> {
  const { accountId, addresses, forgotten } = erasure;
  const db = compilerFor(engine.sql);
  const oneOf = (column: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<unknown> =>
    texts.length === 0 ? sql`1 = 0` : sql`lower(${column}) in (${sql.join(texts)})`;
  const queries: RawBuilder<unknown>[] = [
    ...removed.map((remove) => sql`${remove}${accountId})`),
    ...ownTables.map((table) => sql`delete from ${sql.table(table)} where account_id = ${accountId}`),
    ...actors.map(
      ([table, column, own]) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${formerMember}
          where ${own} ${accountId} and ${oneOf(sql.ref(column), addresses)}`,
    ),
    sql`update invoice_steps set actor = ${formerMember} where invoice_id in (select id from invoices where account_id = ${accountId})
      and ${oneOf(sql.ref('actor'), addresses)}`,
    sql`update payout_steps set actor = ${formerMember} where payout_id in (select id from payouts where account_id = ${accountId})
      and ${oneOf(sql.ref('actor'), addresses)}`,
    // Issued and reversed invoices are vouchers and stay unchanged.
    sql`update invoices set title = ${noTitle}, delivery = ${noDelivery}, remark = null
      where account_id = ${accountId} and state in ('rejected', 'withdrawn')`,
    // The job that deletes expired files removes these; files of issued invoices remain.
    sql`update objects set expires_at = 1 where account_id = ${accountId} and name not in
      (select f.object from invoice_files f join invoices i on i.id = f.invoice_id where i.account_id = ${accountId})`,
    sql`delete from mail_outbox where ${oneOf(sql.ref('recipient'), forgotten)} or source like ${`contact:${accountId}:%`}`,
    sql`update accounts set name = ${closedName(accountId)}, email = null, locale = null, frozen_reason = null where id = ${accountId}`,
  ];
  return [...(await renamed(engine, erasure)), ...queries.map((query) => ({ query: query.compile(db) }))];
}
