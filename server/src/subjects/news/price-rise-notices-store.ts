import { formatExact } from '@tollgate/contract/money';
import { sql } from 'kysely';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';

const dayMs = 24 * 60 * 60_000;
const aheadMs = 7 * dayMs;
const usedWithinMs = 30 * dayMs;
const noticesPerUnit = 100;

interface Rise {
  readonly model: string;
  readonly version: bigint;
  readonly validFromMs: number;
  readonly before: string;
  readonly after: string;
}

/** A price that starts within a week, and the current one. */
type Row = Readonly<Record<string, unknown>>;

/** The rates of the card other than the four standard ones, from the stored JSON. */
function cardRates(card: unknown): ReadonlyMap<string, string> {
  const { rates = {}, variants = [] } = JSON.parse(String(card)) as {
    readonly rates?: Readonly<Record<string, string>>;
    readonly variants?: readonly object[];
  };
  return new Map([...Object.entries(rates), ...(variants.length === 0 ? [] : [['variants', JSON.stringify(variants)] as const])]);
}

/** Whether anything becomes more expensive. A changed condition counts as a rise, because its effect depends on the calls. */
function isRise(row: Row): boolean {
  const columns = ['input', 'cached_input', 'output', 'per_call'];
  if (columns.some((column) => wholeNumber(row[`new_${column}`]) > wholeNumber(row[column]))) return true;
  const before = cardRates(row.card);
  return [...cardRates(row.new_card)].some(([name, rate]) => {
    const known = before.get(name);
    if (name === 'variants' || known === undefined) return known !== rate;
    return rate.padStart(30, '0') !== known.padStart(30, '0') && parts(rate) > parts(known);
  });
}

/** Parses a decimal string into units of 10⁻⁹. */
function parts(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

function ratesText(input: unknown, output: unknown): string {
  return `¥${formatExact(wholeNumber(input))} / ¥${formatExact(wholeNumber(output))}`;
}

async function risesWithin(engine: Engine, nowMs: number): Promise<readonly Rise[]> {
  const now = BigInt(nowMs);
  const query = sql`select n.model, n.version, n.valid_from, o.input, o.cached_input, o.output, o.per_call, o.card,
      n.input as new_input, n.cached_input as new_cached_input, n.output as new_output, n.per_call as new_per_call, n.card as new_card
    from model_prices n join models m on m.name = n.model and m.deleted_at is null
      join model_prices o on o.model = n.model and o.version = (select max(version) from model_prices
        where model = n.model and valid_from <= ${now} and version >= m.first_version)
    where n.valid_from > ${now} and n.valid_from <= ${now + BigInt(aheadMs)}
      and not exists (select 1 from model_prices s where s.model = n.model and s.valid_from = n.valid_from and s.version > n.version)`;
  const rows = await engine.read('reports', query.compile(compilerFor(engine.sql)));
  return rows.filter(isRise).map((row) => ({
    model: String(row.model),
    version: wholeNumber(row.version),
    validFromMs: Number(wholeNumber(row.valid_from)),
    before: ratesText(row.input, row.output),
    after: ratesText(row.new_input, row.new_output),
  }));
}

/** Accounts that recently used the model, pay its list price, and are not notified yet. */
async function concerned(engine: Engine, { model, version }: Rise, nowMs: number): Promise<readonly string[]> {
  const query = sql`select u.account_id from (select distinct account_id from usage_hours
      where model = ${model} and hour_start >= ${BigInt(nowMs - usedWithinMs)}) u
    where not exists (select 1 from price_overrides p where p.owner_kind = 'account' and p.owner_id = u.account_id
        and p.model = ${model} and p.withdrawn = 0 and p.version = (select max(version) from price_overrides
          where owner_kind = 'account' and owner_id = u.account_id and model = ${model}))
      and not exists (select 1 from notices n where n.kind = 'price_rise'
        and n."window" = 'notice:' || u.account_id || ':' || ${`price:${model}@${String(version)}`})
    order by u.account_id`;
  return (await engine.read('reports', query.compile(compilerFor(engine.sql)))).map((row) => String(row.account_id));
}

/**
 * Notifies accounts that used a model within 30 days if its price rises within seven: once per price version. Returns the number of
 * notified accounts.
 */
export async function notifyPriceRises(engine: Engine, nowMs: number): Promise<number> {
  let told = 0;
  for (const rise of await risesWithin(engine, nowMs)) {
    const { model, version, validFromMs, before, after } = rise;
    const at = Temporal.Instant.fromEpochMilliseconds(validFromMs).toString();
    const accounts = await concerned(engine, rise, nowMs);
    for (let from = 0; from < accounts.length; from += noticesPerUnit) {
      const notices = accounts.slice(from, from + noticesPerUnit).map((accountId): AccountNotice => ({
        accountId,
        kind: 'price_rise',
        source: `price:${model}@${String(version)}`,
        params: { model, at, before, after },
        link: `/pricing/${model.split('/').map(encodeURIComponent).join('/')}`,
        atMs: nowMs,
      }));
      await engine.write(
        notices.map((notice) => noticeStatement(engine, notice)),
        [],
      );
      told += notices.length;
    }
  }
  return told;
}
