import { sql } from 'kysely';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { createAuditLogStore } from './audit-log-store.ts';

type UsageGroup = 'day' | 'account_id' | 'sub_account_id' | 'key_id' | 'model';

interface UsageFilter {
  readonly accountId?: string | undefined;
  readonly subAccountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  readonly groups: readonly UsageGroup[];
}

interface UsagePage {
  readonly limit: number;
  readonly after: readonly (string | number)[] | null;
}

/** Sums of whole numbers: some engines answer them as text, and the sum of no rows is null. */
type Sum = bigint | string | null;

const whole = (sum: Sum): bigint => BigInt(sum ?? 0n);

/** Pages that only the operator reads. */
export function createReportsStore(engine: Engine) {
  const db = compilerFor(engine.sql);

  function usageRows(filter: UsageFilter) {
    return db
      .selectFrom('usage_hours')
      .$if(filter.accountId !== undefined, (q) => q.where('account_id', '=', filter.accountId ?? ''))
      .$if(filter.subAccountId !== undefined, (q) => q.where('sub_account_id', '=', filter.subAccountId ?? ''))
      .$if(filter.keyId !== undefined, (q) => q.where('key_id', '=', filter.keyId ?? ''))
      .$if(filter.model !== undefined, (q) => q.where('model', '=', filter.model ?? ''))
      .$if(filter.fromDay !== undefined, (q) => q.where('day', '>=', BigInt(filter.fromDay ?? 0)))
      .$if(filter.toDay !== undefined, (q) => q.where('day', '<=', BigInt(filter.toDay ?? 0)));
  }

  return {
    ...createAuditLogStore(engine),

    /** Requests whose key matched nothing, newest first. */
    async strays(page: { readonly limit: number; readonly after: bigint | null }) {
      const query = db
        .selectFrom('stray_refusals')
        .selectAll()
        .$if(page.after !== null, (q) => q.where('id', '<', page.after ?? 0n))
        .orderBy('id', 'desc')
        .limit(page.limit);
      return (await readRows(engine, 'reports', query)).map((row) => ({
        id: row.id,
        atMs: Number(row.at),
        sourceIp: row.source_ip,
        path: row.path,
        code: row.code,
        fault: row.fault,
        count: Number(row.count),
      }));
    },

    /** Sums of the hourly usage, grouped and ordered by the asked columns. */
    async usage(filter: UsageFilter, page: UsagePage) {
      const { groups } = filter;
      const after = page.after?.map((value) => (typeof value === 'number' ? BigInt(value) : value)) ?? null;
      const query = usageRows(filter)
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
        .limit(page.limit);
      return (await readRows(engine, 'reports', query)).map((row) => ({
        group: groups.map((group) => groupValue(row[group])),
        calls: whole(row.calls),
        chargedCalls: whole(row.charged_calls),
        inputTokens: whole(row.input_tokens),
        cachedTokens: whole(row.cached_tokens),
        outputTokens: whole(row.output_tokens),
        reasoningTokens: whole(row.reasoning_tokens),
        charge: whole(row.charge),
        uncollected: whole(row.uncollected),
        upstreamCost: whole(row.upstream_cost),
      }));
    },
  };
}

function groupValue(value: string | bigint | undefined): string | number {
  return typeof value === 'bigint' ? Number(value) : (value ?? '');
}
