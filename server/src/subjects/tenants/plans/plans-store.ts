import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { PlanRecord } from '../../../domain/tenants/tenant-records.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { changed } from '../../../storage/stores/changes-store.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { planRecordOf, rulesText } from '../tenant-rows.ts';

/** Stores plans. There are few, so they are read as a whole. */
export function createPlansStore(engine: Engine) {
  const db = compilerFor(engine.sql);

  return {
    async list(): Promise<readonly PlanRecord[]> {
      const rows = await readRows(engine, 'hot', db.selectFrom('plans').selectAll().orderBy('position').orderBy('id'));
      return rows.map(planRecordOf);
    },

    async find(id: string): Promise<PlanRecord | null> {
      const [row] = await readRows(engine, 'hot', db.selectFrom('plans').selectAll().where('id', '=', id));
      return row === undefined ? null : planRecordOf(row);
    },

    async put({ plan, position }: PlanRecord, audit: AuditEntry): Promise<void> {
      const columns = {
        name: plan.name,
        requests_per_minute: plan.limits.requestsPerMinute,
        concurrency_recommended: plan.concurrencyRecommended,
        concurrency_ceiling: plan.limits.concurrency,
        strict: plan.strict ? 1 : 0,
        broken_connections: rulesText(plan.brokenConnections),
        price_multiplier_ppm: plan.priceMultiplierPpm,
        position,
      };
      const query = db
        .insertInto('plans')
        .values({ id: plan.id, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns));
      await engine.write([{ query: query.compile(), mustWrite: 'plan' }, ...changed(engine, 'plan', plan.id)], [audit]);
    },

    async accounts(): Promise<ReadonlyMap<string, number>> {
      const query = db
        .selectFrom('accounts')
        .select(['plan_id', (eb) => eb.fn.countAll<bigint | string>().as('accounts')])
        .groupBy('plan_id');
      const rows = await readRows(engine, 'reports', query);
      return new Map(rows.map((row) => [row.plan_id, Number(wholeNumber(row.accounts))]));
    },

    async remove(id: string, audit: AuditEntry): Promise<void> {
      const query = db.deleteFrom('plans').where('id', '=', id).compile();
      await engine.write([{ query, mustWrite: 'plan' }, ...changed(engine, 'plan', id)], [audit]);
    },
  };
}
