import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createIds } from '../../../src/platform/ids.ts';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { compilerFor, readRows } from '../../../src/storage/compiler.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { seedTenants } from '../../storage/sample-books.ts';
import { VirtualClock } from '../../virtual-clock.ts';

/** An engine on a separate database, which `end` removes. */
export interface EngineUnderTest {
  readonly engine: Engine;
  end(): Promise<void>;
}

export type OpenEngine = (clock: VirtualClock) => Promise<EngineUnderTest>;

type Bench = EngineUnderTest & { readonly clock: VirtualClock; readonly ids: ReturnType<typeof createIds> };

/** Runs one test with seeded data. */
export type OnBooks = (guarantee: string, test: (bench: Bench) => Promise<void>) => void;

export function engineBench(open: OpenEngine): OnBooks {
  return (guarantee, test) => {
    void it(guarantee, async () => {
      const clock = new VirtualClock();
      const under = await open(clock);
      try {
        await seedTenants(under.engine);
        await test({ ...under, clock, ids: createIds(clock) });
      } finally {
        await under.end();
      }
    });
  };
}

export async function countRows(
  engine: Engine,
  table: 'calls' | 'open_calls' | 'quarantined_calls' | 'audit_log' | 'notices' | 'frozen_days' | 'invitations',
): Promise<number> {
  const query = compilerFor(engine.sql)
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<bigint>().as('rows'));
  return Number((await readRows(engine, 'hot', query))[0]?.rows);
}

export async function assertBooksAddUp(engine: Engine): Promise<void> {
  const report = await auditBooks(engine, { incarnation: 'inc_now' });
  assert.deepEqual(report.findings, []);
  assert.equal(report.differenceNano, '0');
  assert.equal(report.ok, true);
}
