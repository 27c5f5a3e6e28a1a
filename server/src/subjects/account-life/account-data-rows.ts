import { sql, type RawBuilder } from 'kysely';
import { formatExact } from '@tollgate/contract/money';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';

/** Output format of a column: times in ISO 8601, amounts in CNY to the nano, `fen` in CNY to the cent, JSON documents unchanged. */
type Said = 'text' | 'time' | 'money' | 'fen' | 'whole' | 'flag' | 'json';

export type DataValue = string | number | boolean | null | object;
export type DataRow = Readonly<Record<string, DataValue>>;

interface DataTable {
  /** Name of the file in the export. */
  readonly name: string;
  readonly from: RawBuilder<unknown>;
  /** Columns that identify and order the rows of an account. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Said>>;
}

const fenNano = 10_000_000n;
const rowsPerPage = 500;

/**
 * Stored account data that owners can export. Columns are listed explicitly, so that a new column stays secret until someone adds it here.
 */
const tables: readonly DataTable[] = [
  {
    name: 'account',
    from: sql`(select a.*, a.id as account_id, p.name as plan from accounts a join plans p on p.id = a.plan_id) d`,
    key: ['id'],
    columns: {
      ...{ id: 'text', name: 'text', email: 'text', locale: 'text', plan: 'text', status: 'text', limits: 'json' },
      ...{ domestic_only: 'flag', isolation: 'text', created_at: 'time', frozen_reason: 'text', frozen_at: 'time' },
    },
  },
  {
    name: 'invitations',
    from: sql`invitations`,
    key: ['id'],
    columns: { email: 'text', role: 'text', sub_account_id: 'text', inviter: 'text', created_at: 'time', expires_at: 'time' },
  },
  {
    name: 'keys',
    from: sql`keys`,
    key: ['id'],
    columns: {
      ...{ id: 'text', sub_account_id: 'text', prefix: 'text', last4: 'text', remark: 'text', status: 'text', limits: 'json' },
      ...{ daily_cap: 'money', monthly_cap: 'money', ip_allow_list: 'json', model_allow_list: 'json', strict: 'flag' },
      ...{ domestic_only: 'flag', routing: 'text', preferred_route: 'text' },
      ...{ expires_at: 'time', replaced_by: 'text', created_at: 'time', updated_at: 'time' },
    },
  },
  {
    name: 'sub-accounts',
    from: sql`sub_accounts`,
    key: ['id'],
    columns: {
      ...{ id: 'text', name: 'text', status: 'text', daily_cap: 'money', monthly_cap: 'money', model_allow_list: 'json' },
      created_at: 'time',
    },
  },
  {
    name: 'ledger',
    from: sql`ledger_entries`,
    key: ['seq'],
    columns: {
      ...{ id: 'text', kind: 'text', bucket: 'text', amount: 'money', hour_start: 'time', reason: 'text', created_at: 'time' },
      ...{ credits_total: 'money', usage_total: 'money' },
    },
  },
  {
    name: 'orders',
    from: sql`orders`,
    key: ['id'],
    columns: {
      ...{ id: 'text', method: 'text', purpose: 'text', state: 'text', amount_fen: 'fen', remark: 'text', made_by: 'text' },
      ...{ created_at: 'time', expires_at: 'time', paid_at: 'time', closed_at: 'time', fault: 'text' },
    },
  },
  {
    name: 'auto-top-ups',
    from: sql`auto_top_ups`,
    key: ['account_id'],
    columns: {
      ...{ state: 'text', stop: 'text', threshold: 'money', amount_fen: 'fen', monthly_max_fen: 'fen', fault: 'text' },
      changed_at: 'time',
    },
  },
  {
    name: 'saved-cards',
    from: sql`saved_cards`,
    key: ['id'],
    columns: {
      ...{ method: 'text', state: 'text', brand: 'text', last4: 'text', exp_month: 'whole', exp_year: 'whole' },
      ...{ made_by: 'text', created_at: 'time', saved_at: 'time', removed_at: 'time' },
    },
  },
  {
    name: 'payments',
    from: sql`(select p.*, o.account_id from order_payments p join orders o on o.id = p.order_id) d`,
    key: ['method', 'external_id'],
    columns: {
      ...{ order_id: 'text', method: 'text', external_id: 'text', amount_fen: 'fen', currency: 'text', payer: 'text' },
      ...{ state: 'text', received_at: 'time' },
    },
  },
  {
    name: 'payouts',
    from: sql`payouts`,
    key: ['id'],
    columns: {
      ...{ id: 'text', kind: 'text', state: 'text', requested_fen: 'fen', amount_fen: 'fen', given_back_fen: 'fen' },
      ...{ reason: 'text', payee: 'json', made_by: 'text', created_at: 'time' },
    },
  },
  {
    name: 'statements',
    from: sql`statements`,
    key: ['month'],
    columns: {
      ...{ month: 'whole', starts_at: 'time', ends_at: 'time', opening: 'money', credits: 'money', used: 'money' },
      ...{ closing: 'money', frozen_at: 'time' },
    },
  },
  {
    name: 'statement-lines',
    from: sql`statement_lines`,
    key: ['month', 'part', 'item'],
    columns: { month: 'whole', part: 'text', item: 'text', name: 'text', calls: 'whole', amount: 'money' },
  },
  {
    name: 'invoices',
    from: sql`invoices`,
    key: ['id'],
    columns: {
      ...{ id: 'text', type: 'text', state: 'text', amount: 'money', tax: 'money', item: 'text', title: 'json' },
      ...{ delivery: 'json', remark: 'text', requested_by: 'text', created_at: 'time', issue: 'json', reversal: 'json' },
    },
  },
  {
    name: 'invoice-titles',
    from: sql`invoice_titles`,
    key: ['id'],
    columns: {
      ...{ id: 'text', kind: 'text', name: 'text', tax_number: 'text', details: 'json', created_at: 'time', updated_at: 'time' },
    },
  },
  {
    name: 'verifications',
    from: sql`verifications`,
    key: ['id'],
    columns: {
      ...{ id: 'text', state: 'text', name: 'text', tax_number: 'text', media_type: 'text', bytes: 'whole' },
      ...{ requested_by: 'text', created_at: 'time', submitted_at: 'time', decided_at: 'time', reason: 'text' },
    },
  },
  {
    name: 'notices',
    from: sql`notices`,
    key: ['id'],
    columns: { kind: 'text', text: 'text', params: 'json', created_at: 'time', read_at: 'time', link: 'text' },
  },
  {
    name: 'service-requests',
    from: sql`service_requests`,
    key: ['id'],
    columns: {
      ...{ id: 'text', kind: 'text', stage: 'text', contact: 'json', details: 'text', requested_by: 'text', created_at: 'time' },
    },
  },
  {
    name: 'request-contracts',
    // Accounts must not see the names of operators.
    from: sql`(select id, request_id, account_id, side, bytes, created_at,
      case when side = 'operator' then 'operator' else uploaded_by end as uploaded_by from request_contracts) d`,
    key: ['id'],
    columns: { id: 'text', request_id: 'text', side: 'text', bytes: 'whole', uploaded_by: 'text', created_at: 'time' },
  },
  {
    name: 'contact-proofs',
    from: sql`contact_proofs`,
    key: ['account_id'],
    columns: { email: 'text', asked_by: 'text', expires_at: 'time' },
  },
  {
    name: 'alert-settings',
    from: sql`alert_settings`,
    key: ['account_id'],
    columns: { low_balance: 'money', cap_mail: 'flag', updated_at: 'time' },
  },
  {
    name: 'billing-settings',
    from: sql`billing_settings`,
    key: ['account_id'],
    columns: { statement_mail: 'flag', monthly_budget: 'money', updated_at: 'time' },
  },
  {
    name: 'webhooks',
    from: sql`webhooks`,
    key: ['id'],
    columns: { id: 'text', host: 'text', events: 'json', enabled: 'flag', created_at: 'time' },
  },
];

function document(text: string): DataValue {
  try {
    return JSON.parse(text) as DataValue;
  } catch {
    return text;
  }
}

function say(value: unknown, as: Said): DataValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return as === 'json' ? document(value) : value;
  const whole = wholeNumber(value);
  if (as === 'money') return formatExact(whole);
  if (as === 'fen') return formatExact(whole * fenNano);
  if (as === 'flag') return whole === 1n;
  return as === 'time' ? Temporal.Instant.fromEpochMilliseconds(Number(whole)).toString() : Number(whole);
}

export interface DataSource {
  readonly name: string;
  /** Columns of each row, in order. */
  readonly columns: readonly string[];
  /** Yields rows in batches, oldest first. */
  readonly rows: () => AsyncIterable<readonly DataRow[]>;
}

async function* rowsOf(engine: Engine, accountId: string, table: DataTable): AsyncGenerator<readonly DataRow[]> {
  const db = compilerFor(engine.sql);
  const columns = Object.entries(table.columns);
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  const asKey = sql.join(table.key.map((name) => sql`${sql.ref(name)} as ${sql.ref(`key_${name}`)}`));
  let after: readonly unknown[] | null = null;
  for (;;) {
    const behind: RawBuilder<unknown> = after === null ? sql`` : sql`and (${key}) > (${sql.join(after)})`;
    const query = sql`select ${names}, ${asKey} from ${table.from}
      where account_id = ${accountId} ${behind} order by ${key} limit ${BigInt(rowsPerPage)}`;
    const rows = await engine.read('reports', query.compile(db));
    if (rows.length > 0)
      yield rows.map((row) => Object.fromEntries(columns.map(([name, as]) => [name.replace(/_fen$/, ''), say(row[name], as)])));
    if (rows.length < rowsPerPage) return;
    after = table.key.map((name) => rows.at(-1)?.[`key_${name}`]);
  }
}

/** All stored data of an account except its calls, table by table. It contains no secrets. */
export function accountData(engine: Engine, accountId: string): readonly DataSource[] {
  return tables.map((table) => ({
    name: table.name,
    columns: Object.keys(table.columns).map((name) => name.replace(/_fen$/, '')),
    rows: () => rowsOf(engine, accountId, table),
  }));
}
