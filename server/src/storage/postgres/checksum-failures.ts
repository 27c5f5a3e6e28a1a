import { CompiledQuery } from 'kysely';
import type { Engine, FileCheck } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const counted = CompiledQuery.raw(
  'select coalesce(checksum_failures, 0) as failures, checksum_last_failure::text as last from pg_stat_database where datname = current_database()',
);

/**
 * The server checks the pages that it reads, if its cluster has checksums, and counts the damaged ones. To read all of them is left to
 * its own tools.
 */
export async function checksumFailures(read: Engine['read']): Promise<readonly FileCheck[]> {
  const [row] = await read('reports', counted);
  const failures = wholeNumber(row?.failures);
  const found = failures === 0n ? [] : [`PostgreSQL met ${String(failures)} damaged pages, the last one at ${String(row?.last)}`];
  return [{ file: 'the database', pages: null, found }];
}
