import { sql } from 'kysely';
import type { UsageFilter, UsageSums } from './report-ports.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { groupValue, hoursOf, windowMs, type Hours, type Sum } from './usage-hours-rows.ts';
import { quantitiesOf } from './usage-quantities-rows.ts';

export interface UsagePage {
  readonly limit: number;
  readonly after: readonly (string | number)[] | null;
}

/** A range of accounts or keys. */
interface Span {
  readonly column: 'account_id' | 'key_id';
  readonly from: string;
  readonly to: string;
}

/** Compares like the engines do: by the bytes of the text. */
function compare(left: UsageSums, right: UsageSums): number {
  for (const [at, value] of left.group.entries()) {
    const other = right.group[at] ?? '';
    const order =
      typeof value === 'number' ? value - Number(other) : Buffer.compare(Buffer.from(value), Buffer.from(String(other)));
    if (order !== 0) return order;
  }
  return 0;
}

function merge(known: UsageSums | undefined, sums: UsageSums): UsageSums {
  if (known === undefined) return sums;
  return {
    group: sums.group,
    calls: known.calls + sums.calls,
    chargedCalls: known.chargedCalls + sums.chargedCalls,
    inputTokens: known.inputTokens + sums.inputTokens,
    cachedTokens: known.cachedTokens + sums.cachedTokens,
    outputTokens: known.outputTokens + sums.outputTokens,
    reasoningTokens: known.reasoningTokens + sums.reasoningTokens,
    charge: known.charge + sums.charge,
    uncollected: known.uncollected + sums.uncollected,
    upstreamCost: known.upstreamCost + sums.upstreamCost,
    quantities: {},
  };
}

/** Totals of the hourly usage by any of its columns, one page at a time. */
export class UsageReport {
  readonly #engine: Engine;
  readonly #filter: UsageFilter;
  readonly #page: UsagePage;
  #span: Span | null = null;

  constructor(engine: Engine, filter: UsageFilter, page: UsagePage) {
    this.#engine = engine;
    this.#filter = filter;
    this.#page = page;
  }

  /** Ordered by the requested columns. */
  async rows(): Promise<readonly UsageSums[]> {
    const sums = await this.#sums();
    const page = sums.map(({ group }) => group);
    const quantities = await quantitiesOf(this.#engine, this.#filter, page);
    return sums.map((each) => ({ ...each, quantities: quantities.get(JSON.stringify(each.group)) ?? {} }));
  }

  async #sums(): Promise<readonly UsageSums[]> {
    const { keyId, accountId, groups, fromDay } = this.#filter;
    if (keyId !== undefined) return this.#sumsIn(null);
    const [first] = groups;
    const isInOrder = accountId === undefined && fromDay === undefined && (first === 'account_id' || first === 'key_id');
    if (!isInOrder) return this.#byWindows();
    this.#span = await this.#firstOf(first);
    return this.#span === null ? [] : this.#sumsIn(null);
  }

  /**
   * An index orders accounts and keys, so a page needs at most as many of them as it has rows. It looks them up first: with more group
   * columns, an engine would total all of them.
   */
  async #firstOf(column: 'account_id' | 'key_id'): Promise<Span | null> {
    const { limit, after } = this.#page;
    const from = String(after?.[0] ?? '');
    // The last group of the previous page can be exhausted. Without it, a page that is not full would look like the last one.
    const query = compilerFor(this.#engine.sql)
      .selectFrom('usage_hours')
      .select(column)
      .distinct()
      .where(column, '>=', from)
      .orderBy(column)
      .limit(limit + 1);
    const rows = await readRows(this.#engine, 'reports', query);
    const last = rows.at(-1);
    return last === undefined ? null : { column, from, to: last[column] };
  }

  /** The first groups overall are among the first groups of each window, so each window returns at most one page of them. */
  async #byWindows(): Promise<readonly UsageSums[]> {
    const hours = hoursOf(this.#filter);
    let page: readonly UsageSums[] = this.#filter.groups.length > 0 ? [] : await this.#sumsIn({ from: 0n, before: 0n });
    for (let from = hours.from; ; from += windowMs) {
      const first = await this.#firstHour({ from, before: hours.before });
      if (first === null) return page;
      from = first;
      const before = from + windowMs < hours.before ? from + windowMs : hours.before;
      const merged = new Map(page.map((sums) => [JSON.stringify(sums.group), sums]));
      for (const sums of await this.#sumsIn({ from, before })) {
        const name = JSON.stringify(sums.group);
        merged.set(name, merge(merged.get(name), sums));
      }
      page = [...merged.values()].sort(compare).slice(0, this.#page.limit);
    }
  }

  #rowsIn(hours: Hours | null) {
    const { accountId, subAccountId, keyId, model, fromDay, toDay } = this.#filter;
    const db = compilerFor(this.#engine.sql);
    const span = this.#span;
    const owner = db
      .selectFrom('sub_accounts')
      .select('account_id')
      .where('id', '=', subAccountId ?? '');
    return db
      .selectFrom('usage_hours')
      .$if(hours !== null, (q) => q.where('hour_start', '>=', hours?.from ?? 0n).where('hour_start', '<', hours?.before ?? 0n))
      .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
      .$if(accountId === undefined && subAccountId !== undefined, (q) => q.where('account_id', '=', owner))
      .$if(subAccountId !== undefined, (q) => q.where('sub_account_id', '=', subAccountId ?? ''))
      .$if(keyId !== undefined, (q) => q.where('key_id', '=', keyId ?? ''))
      .$if(span !== null, (q) =>
        q.where(span?.column ?? 'key_id', '>=', span?.from ?? '').where(span?.column ?? 'key_id', '<=', span?.to ?? ''),
      )
      .$if(model !== undefined, (q) => q.where('model', '=', model ?? ''))
      .$if(fromDay !== undefined, (q) => q.where('day', '>=', BigInt(fromDay ?? 0)))
      .$if(toDay !== undefined, (q) => q.where('day', '<=', BigInt(toDay ?? 0)));
  }

  async #firstHour({ from, before }: Hours): Promise<bigint | null> {
    const { accountId } = this.#filter;
    const query = compilerFor(this.#engine.sql)
      .selectFrom('usage_hours')
      .select('hour_start')
      .where('hour_start', '>=', from)
      .where('hour_start', '<', before)
      .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
      .orderBy('hour_start')
      .limit(1);
    const [row] = await readRows(this.#engine, 'reports', query);
    return row?.hour_start ?? null;
  }

  async #sumsIn(hours: Hours | null): Promise<readonly UsageSums[]> {
    const { groups } = this.#filter;
    const after = this.#page.after?.map((value) => (typeof value === 'number' ? BigInt(value) : value)) ?? null;
    const query = this.#rowsIn(hours)
      .$if(after !== null && groups.length > 0, (q) =>
        q.where(sql<boolean>`(${sql.join(groups.map((group) => sql.ref(group)))}) > (${sql.join(after ?? [])})`),
      )
      .select((eb) => [
        eb.fn.sum<Sum>('calls').as('calls'),
        eb.fn.sum<Sum>('charged_calls').as('charged_calls'),
        eb.fn.sum<Sum>('input_tokens').as('input_tokens'),
        eb.fn.sum<Sum>('cached_tokens').as('cached_tokens'),
        eb.fn.sum<Sum>('output_tokens').as('output_tokens'),
        eb.fn.sum<Sum>('reasoning_tokens').as('reasoning_tokens'),
        eb.fn.sum<Sum>('charge').as('charge'),
        eb.fn.sum<Sum>('uncollected').as('uncollected'),
        eb.fn.sum<Sum>('upstream_cost').as('upstream_cost'),
      ])
      .$if(groups.length > 0, (q) =>
        q
          .select([...groups])
          .groupBy([...groups])
          .orderBy(sql.join(groups.map((group) => sql.ref(group)))),
      )
      .limit(this.#page.limit);
    return (await readRows(this.#engine, 'reports', query)).map((row) => ({
      group: groups.map((group) => groupValue(row[group])),
      calls: wholeNumber(row.calls),
      chargedCalls: wholeNumber(row.charged_calls),
      inputTokens: wholeNumber(row.input_tokens),
      cachedTokens: wholeNumber(row.cached_tokens),
      outputTokens: wholeNumber(row.output_tokens),
      reasoningTokens: wholeNumber(row.reasoning_tokens),
      charge: wholeNumber(row.charge),
      uncollected: wholeNumber(row.uncollected),
      upstreamCost: wholeNumber(row.upstream_cost),
      quantities: {},
    }));
  }
}
