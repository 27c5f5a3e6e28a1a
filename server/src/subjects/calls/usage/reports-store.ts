import type { Page } from '../../../control/page-ports.ts';
import type { UsageFilter } from './report-ports.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { UsageReport } from './usage-report-rows.ts';
import type { UsagePage } from './usage-report-rows.ts';

/** Reports for operators. */
export function createReportsStore(engine: Engine) {
  const db = compilerFor(engine.sql);

  return {
    /** Requests with an unknown key, newest first. */
    async strays(page: Page<bigint>) {
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

    /** Totals of the hourly usage, grouped and ordered by the requested columns. */
    usage: (filter: UsageFilter, page: UsagePage) => new UsageReport(engine, filter, page).rows(),
  };
}
