import { CompiledQuery } from 'kysely';
import type { Engine, FileCheck } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const counted = CompiledQuery.raw(
  'select coalesce(checksum_failures, 0) as failures, checksum_last_failure::text as last from pg_stat_database where datname = current_database()',
);

/**
 * If its cluster has checksums, the server checks every page that it reads and counts the damaged ones. Checking all pages is left to the
 * server's own tools.
 */
export async function checksumFailures(read: Engine['read']): Promise<readonly FileCheck[]> {
  const [row] = await read('reports', counted);
  const failures = wholeNumber(row?.failures);
  const found = failures === 0n ? [] : [`PostgreSQL met ${String(failures)} damaged pages, the last one at ${String(row?.last)}`];
  return [{ file: 'the database', pages: null, found }];
}
