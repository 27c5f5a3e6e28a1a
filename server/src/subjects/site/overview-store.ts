import { sql } from 'kysely';
import type { AuditResult, HourSpan, OverviewStore } from './overview-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { firstUuidBytesAt } from '../../storage/uuid-bytes.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { createSettingsStore } from '../../storage/stores/settings-store.ts';
import { windowMs, type Sum } from '../calls/usage/usage-hours-rows.ts';

const lastAuditName = 'audit.last';

/** Splits a long span, so that queued reads do not wait long. */
function* pieces({ fromMs, beforeMs }: HourSpan): Generator<{ readonly from: bigint; readonly before: bigint }> {
  const end = BigInt(beforeMs);
  for (let from = BigInt(fromMs); from < end; from += windowMs)
    yield { from, before: from + windowMs < end ? from + windowMs : end };
}

/** Stores the findings of an audit for operators. */
export function noteAudit(engine: Engine, result: AuditResult): Promise<void> {
  return createSettingsStore(engine).set(lastAuditName, JSON.stringify(result));
}

/** Reads the data of the operator overview. */
export function createOverviewStore(engine: Engine): OverviewStore {
  const db = compilerFor(engine.sql);
  const settings = createSettingsStore(engine);
  return {
    async hours(span) {
      const all = [];
      for (const { from, before } of pieces(span)) {
        const query = db
          .selectFrom('usage_hours')
          .where('hour_start', '>=', from)
          .where('hour_start', '<', before)
          .select((eb) => [
            'hour_start',
            'model',
            eb.fn.sum<Sum>('calls').as('calls'),
            eb.fn.sum<Sum>('charge').as('charge'),
            eb.fn.sum<Sum>('uncollected').as('uncollected'),
            eb.fn.sum<Sum>('upstream_cost').as('upstream_cost'),
          ])
          .groupBy(['hour_start', 'model']);
        const rows = await readRows(engine, 'reports', query);
        all.push(
          ...rows.map((row) => ({
            hourStartMs: Number(row.hour_start),
            model: row.model,
            calls: Number(wholeNumber(row.calls)),
            charge: wholeNumber(row.charge),
            uncollected: wholeNumber(row.uncollected),
            upstreamCost: wholeNumber(row.upstream_cost),
          })),
        );
      }
      return all;
    },

    async failed(spans) {
      const counts: number[] = [];
      for (const { fromMs, beforeMs } of spans) {
        const query = sql<{ readonly calls: Sum }>`select sum(count) as calls from calls
          where status_class = 5 and id >= ${firstUuidBytesAt(fromMs)} and id < ${firstUuidBytesAt(beforeMs)}`.compile(db);
        const [row] = await readRows(engine, 'reports', { compile: () => query });
        counts.push(Number(wholeNumber(row?.calls)));
      }
      return counts;
    },

    async lastAudit() {
      const text = await settings.get(lastAuditName);
      return text === null ? null : (JSON.parse(text) as AuditResult);
    },
  };
}
