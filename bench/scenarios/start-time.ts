import type { Bench, Rounds } from '../bench.ts';
import { pause } from '../children.ts';
import { toFigure, type Figure } from '../figure.ts';
import { manyTenants, startGateway } from '../gateway.ts';
import { processFiguresAvailable, residentMiB } from '../process-figures.ts';
import type { Target } from '../target.ts';

const settleMs = 3000;

interface StartResult {
  readonly startMs: number;
  readonly idleMiB: number;
}

async function measure(start: () => Promise<Target>): Promise<StartResult> {
  const target = await start();
  try {
    await pause(settleMs);
    return {
      startMs: target.startMs ?? Number.NaN,
      idleMiB: processFiguresAvailable ? residentMiB(target.pid ?? 0) : Number.NaN,
    };
  } finally {
    await target.end();
  }
}

async function rounds(bench: Bench, start: () => Promise<Target>): Promise<Rounds<StartResult>> {
  const results: Rounds<StartResult> = { reference: [], candidate: [] };
  for (let round = 0; round < bench.rounds(); round += 1) {
    results.reference.push(await measure(() => bench.startReference()));
    const result = await measure(start);
    results.candidate.push(result);
    bench.say(`  ready after ${result.startMs.toFixed(0)} ms, idle RSS ${result.idleMiB.toFixed(0)} MiB`);
  }
  return results;
}

function figures(results: Rounds<StartResult>, what: string): Figure[] {
  const both = (pick: (result: StartResult) => number) => ({
    reference: results.reference.map(pick),
    candidate: results.candidate.map(pick),
  });
  const shared = { scenario: 'start', comparison: 'absolute' } as const;
  const time = toFigure({ ...shared, what: `start to ready, ${what}`, unit: 'ms', limit: 1500, ...both((r) => r.startMs) });
  if (!processFiguresAvailable) return [time];
  return [time, toFigure({ ...shared, what: 'idle RSS', unit: 'MiB', limit: 180, ...both((r) => r.idleMiB) })];
}

/** Start on a database with tenants and a log: what an operator waits for at every restart. */
export async function startTime(bench: Bench): Promise<Figure[]> {
  const { logRows, foreign, selfCheck } = bench.options;
  if (foreign !== undefined) {
    bench.say('  left out: the bench does not start that gateway');
    return [];
  }
  if (selfCheck) return figures(await rounds(bench, () => bench.startReference(bench.candidateName)), 'reference proxy');
  return bench.withHome({ population: manyTenants, logRows }, async (home) =>
    figures(await rounds(bench, () => startGateway(home)), `${String(logRows)} log rows`),
  );
}
