import fc from 'fast-check';
import type { CallsFilter } from '../../src/subjects/calls/call-ports.ts';

/** The fields by which a log row is found. */
export interface LogRow {
  readonly id: string;
  readonly atMs: number;
  readonly accountId: string;
  readonly subAccountId: string | null;
  readonly keyId: string;
  readonly model: string;
  readonly status: number;
}

const fields = ['accountId', 'subAccountId', 'keyId', 'model'] as const;

export function matches(row: LogRow, filter: CallsFilter): boolean {
  if (fields.some((field) => filter[field] !== undefined && filter[field] !== row[field])) return false;
  if (filter.statusClass !== undefined && !String(row.status).startsWith(filter.statusClass.slice(0, 1))) return false;
  return row.atMs >= (filter.fromMs ?? -Infinity) && row.atMs < (filter.toMs ?? Infinity);
}

type Source = 'free' | 'own' | 'others' | 'none';

/** Filters of all combinations: values of one call, mixed with values of another one and values of none. */
export function filtersOf(
  log: readonly LogRow[],
  span: { readonly fromMs: number; readonly toMs: number },
): fc.Arbitrary<CallsFilter> {
  const row = fc.constantFrom(...log);
  const source = fc.constantFrom<Source[]>('free', 'free', 'free', 'own', 'own', 'own', 'others', 'none');
  const moment = fc.option(fc.integer({ min: span.fromMs, max: span.toMs }), { nil: undefined, freq: 1 });
  const statusClass = fc.option(fc.constantFrom('2xx', '4xx', '5xx'), { nil: undefined, freq: 1 });
  const sources = fc.tuple(source, source, source, source);
  return fc.record({ own: row, other: row, sources, statusClass, fromMs: moment, toMs: moment }).map((drawn) => {
    const value = (field: (typeof fields)[number], from: Source): string | undefined => {
      if (from === 'free') return undefined;
      return from === 'none' ? 'none' : ((from === 'own' ? drawn.own : drawn.other)[field] ?? undefined);
    };
    const [account, subAccount, key, model] = drawn.sources;
    return {
      accountId: value('accountId', account),
      subAccountId: value('subAccountId', subAccount),
      keyId: value('keyId', key),
      model: value('model', model),
      statusClass: drawn.statusClass,
      fromMs: drawn.fromMs,
      toMs: drawn.toMs,
    };
  });
}
