import type { Schema } from '../../src/storage/schema.ts';
import { firstUuidBytesAt } from '../../src/storage/uuid-bytes.ts';
import { keyColumns } from './books-tenants.ts';
import type { BooksTenants } from './books-tenants.ts';
import { madeColumns, makeCall } from './made-call.ts';
import type { CallSeat } from './made-call.ts';
import { SeededRandom, WeightedPick } from './seeded-random.ts';

/** Numbers are safe integers; ids of calls are 16 bytes. */
export type Cell = string | number | Uint8Array | null;

/** Rows of one table, for any database. */
export interface TableRows {
  readonly table: keyof Schema;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface BooksOptions {
  readonly tenants: BooksTenants;
  readonly calls: number;
  readonly days: number;
  /** End of the log; its last hour is still open, like the one before. */
  readonly untilMs: number;
  readonly seed: number;
  /** Whether tenants and models are included, or only the data of their calls. */
  readonly withTenants: boolean;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const rowsPerBatch = 2000;
const openHours = 2;
const trialNano = 10_000_000_000;
const paidNano = 1_000_000_000_000_000;

/** YYYYMMDD in Asia/Shanghai, whose offset has been +08:00 since 1991. */
export function dayOf(atMs: number): number {
  return Number(new Date(atMs + 8 * hourMs).toISOString().slice(0, 10).replaceAll('-', ''));
}

/** Few calls at night, half as many on Sundays. */
function weightOf(hourStartMs: number): number {
  const local = new Date(hourStartMs + 8 * hourMs);
  const ofDay = 1 + 0.8 * Math.sin(((local.getUTCHours() - 8) / 24) * 2 * Math.PI);
  return local.getUTCDay() === 0 ? ofDay / 2 : ofDay;
}

function* batches(table: keyof Schema, columns: readonly string[], rows: readonly (readonly Cell[])[]): Generator<TableRows> {
  for (let at = 0; at < rows.length; at += rowsPerBatch) yield { table, columns, rows: rows.slice(at, at + rowsPerBatch) };
}

function* tenantRows({ tenants }: BooksOptions, atMs: number): Generator<TableRows> {
  const { accountIds, subAccounts, keys, models } = tenants;
  const accounts = accountIds.map((id, rank) => [id, `Account ${String(rank + 1)}`, 'enterprise-unlimited', atMs + rank]);
  yield* batches('accounts', ['id', 'name', 'plan_id', 'created_at'], accounts);
  const subRows = subAccounts.map(({ id, account }) => [id, accountIds[account] ?? '', id, atMs]);
  yield* batches('sub_accounts', ['id', 'account_id', 'name', 'created_at'], subRows);
  const columns = ['id', 'account_id', 'sub_account_id', 'hash', 'prefix', 'last4', 'created_at', 'updated_at'];
  for (let at = 0; at < keys.length; at += rowsPerBatch) {
    const rows = keys.slice(at, at + rowsPerBatch).map((key) => {
      const { hash, prefix, last4 } = keyColumns(key);
      return [key.id, accountIds[key.account] ?? '', key.subAccountId, hash, prefix, last4, atMs, atMs];
    });
    yield { table: 'keys', columns, rows };
  }
  const modelRows = models.map((name) => [name, 'chat', 'books', atMs, atMs]);
  yield* batches('models', ['name', 'kind', 'owned_by', 'created_at', 'updated_at'], modelRows);
  const prices = ['model', 'version', 'valid_from', 'input', 'cached_input', 'output', 'per_call', 'created_at', 'actor'];
  const priceRows = models.map((name, place) => [
    name,
    1,
    atMs,
    (place + 1) * 1e9,
    place * 1e8,
    (place + 1) * 3e9,
    0,
    atMs,
    'books',
  ]);
  yield* batches('model_prices', prices, priceRows);
}

/** Totals of one key and model in the current hour. */
interface HourSum {
  readonly seat: CallSeat;
  /** calls, charged calls, input, cached, output, reasoning, charge, uncollected, upstream cost. */
  readonly sums: number[];
}

const usageColumns = [
  ...['account_id', 'sub_account_id', 'key_id', 'model', 'hour_start', 'day', 'node', 'calls', 'charged_calls'],
  ...['input_tokens', 'cached_tokens', 'output_tokens', 'reasoning_tokens', 'charge', 'uncollected', 'upstream_cost'],
];
const ledgerColumns = [
  ...['id', 'account_id', 'kind', 'bucket', 'amount', 'hour_start', 'day', 'reason', 'actor', 'created_at'],
  ...['credits_total', 'usage_total', 'trial_credits_total'],
];

/** The running totals of every account's ledger. */
class LedgerTotals {
  readonly #ids: readonly string[];
  readonly #credits: Float64Array;
  readonly #usage: Float64Array;

  constructor(ids: readonly string[]) {
    this.#ids = ids;
    this.#credits = new Float64Array(ids.length);
    this.#usage = new Float64Array(ids.length);
  }

  credit(account: number, bucket: 'trial' | 'paid', amount: number, atMs: number): readonly Cell[] {
    const id = this.#ids[account] ?? '';
    const total = (this.#credits[account] ?? 0) + amount;
    this.#credits[account] = total;
    const name = `led_${id}_${bucket}`;
    return [name, id, 'credit', bucket, amount, null, null, 'books', 'books', atMs, total, 0, trialNano];
  }

  usage(account: number, charge: number, hourStartMs: number): readonly Cell[] {
    const id = this.#ids[account] ?? '';
    const total = (this.#usage[account] ?? 0) + charge;
    this.#usage[account] = total;
    const name = `use_${id}_${String(hourStartMs)}`;
    const closedMs = hourStartMs + 2 * hourMs;
    const made = ['usage of the hour', 'system', closedMs, this.#credits[account] ?? 0, total, trialNano];
    return [name, id, 'usage', 'usage', -charge, hourStartMs, dayOf(hourStartMs), ...made];
  }
}

class BooksMaker {
  readonly #tenants: BooksTenants;
  readonly #random: SeededRandom;
  readonly #accounts: WeightedPick;
  readonly #ledger: LedgerTotals;

  constructor({ tenants, seed }: BooksOptions) {
    this.#tenants = tenants;
    this.#random = new SeededRandom(seed);
    this.#accounts = new WeightedPick(tenants.shares);
    this.#ledger = new LedgerTotals(tenants.accountIds);
  }

  *credits(atMs: number): Generator<TableRows> {
    const places = this.#tenants.accountIds.keys();
    const rows = [...places].flatMap((account) => {
      const trial = this.#ledger.credit(account, 'trial', trialNano, atMs);
      return account < 1000 ? [trial, this.#ledger.credit(account, 'paid', paidNano, atMs)] : [trial];
    });
    yield* batches('ledger_entries', ledgerColumns, rows);
  }

  *hour(hourStartMs: number, calls: number, isClosed: boolean): Generator<TableRows> {
    const sums = new Map<number, HourSum>();
    const day = dayOf(hourStartMs);
    for (let made = 0; made < calls;) {
      const rows: (readonly Cell[])[] = [];
      for (const end = Math.min(calls, made + rowsPerBatch); made < end; made += 1) {
        const atMs = hourStartMs + Math.floor(((made + this.#random.fraction()) / calls) * hourMs);
        rows.push(this.#call(sums, { id: this.#callId(atMs, made), atMs, hourStartMs, day }));
      }
      yield { table: 'calls', columns: madeColumns, rows };
    }
    const usage = [...sums.values()].map(({ seat, sums: figures }) => {
      const names = [seat.accountId, seat.subAccountId ?? '', seat.keyId, seat.model];
      return [...names, hourStartMs, day, 'books', ...figures];
    });
    // In the order of the table's key, which databases insert fastest.
    usage.sort((left, right) => (`${String(left[0])}${String(left[2])}` < `${String(right[0])}${String(right[2])}` ? -1 : 1));
    yield* batches('usage_hours', usageColumns, usage);
    if (isClosed) yield* batches('ledger_entries', ledgerColumns, this.#closed(sums, hourStartMs));
  }

  #callId(atMs: number, made: number): Uint8Array {
    const id = firstUuidBytesAt(atMs);
    id[6] = 0x70 | ((made >>> 8) & 0x0f);
    id[7] = made & 0xff;
    const bits = [this.#random.uint32(), this.#random.uint32()];
    for (let at = 0; at < 8; at += 1) id[8 + at] = (bits[at >> 2] ?? 0) >>> ((at & 3) * 8);
    id[8] = 0x80 | ((id[8] ?? 0) & 0x3f);
    return id;
  }

  #call(sums: Map<number, HourSum>, moment: { id: Uint8Array; atMs: number; hourStartMs: number; day: number }): readonly Cell[] {
    const { accountIds, keysOf, keys, models } = this.#tenants;
    const account = this.#accounts.draw(this.#random);
    const own = keysOf[account] ?? [];
    const key = own[Math.floor(this.#random.fraction() ** 3 * own.length)] ?? 0;
    // Every account has a preferred model, and sometimes uses others.
    const model = (account * 7 + Math.floor(this.#random.fraction() ** 8 * models.length)) % models.length;
    const name = key * models.length + model;
    let sum = sums.get(name);
    if (sum === undefined) {
      const seat = { account, accountId: accountIds[account] ?? '', subAccountId: keys[key]?.subAccountId ?? null };
      sum = {
        seat: { ...seat, keyId: keys[key]?.id ?? '', model: models[model] ?? '', price: model + 1 },
        sums: Array<number>(9).fill(0),
      };
      sums.set(name, sum);
    }
    return makeCall(this.#random, { ...moment, seat: sum.seat, sums: sum.sums });
  }

  #closed(sums: Map<number, HourSum>, hourStartMs: number): (readonly Cell[])[] {
    const charges = new Map<number, number>();
    for (const { seat, sums: figures } of sums.values()) {
      charges.set(seat.account, (charges.get(seat.account) ?? 0) + (figures[6] ?? 0));
    }
    const charged = [...charges].filter(([, charge]) => charge > 0).sort(([left], [right]) => left - right);
    return charged.map(([account, charge]) => this.#ledger.usage(account, charge, hourStartMs));
  }
}

/** Whole books, in an order in which each row finds the rows it refers to. */
export function* booksRows(options: BooksOptions): Generator<TableRows> {
  const { calls, days, untilMs, withTenants } = options;
  const endMs = Math.floor(untilMs / hourMs) * hourMs + hourMs;
  const hours = Array.from({ length: days * 24 }, (_, index) => endMs - (days * 24 - index) * hourMs);
  const firstMs = hours[0] ?? endMs;
  const maker = new BooksMaker(options);
  if (withTenants) yield* tenantRows(options, firstMs - dayMs);
  yield* maker.credits(firstMs - dayMs);
  const total = hours.reduce((sum, hour) => sum + weightOf(hour), 0);
  let weight = 0;
  let made = 0;
  for (const [index, hour] of hours.entries()) {
    weight += weightOf(hour);
    const due = Math.round((calls * weight) / total);
    yield* maker.hour(hour, due - made, index < hours.length - openHours);
    made = due;
  }
  const settings = [
    ['usage_closed_before_ms', String(endMs - openHours * hourMs - hourMs + 1)],
    ['first_start', new Date(firstMs).toISOString()],
  ];
  yield { table: 'settings', columns: ['name', 'value'], rows: settings };
}
