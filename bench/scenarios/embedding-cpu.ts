import { cpuOf, type Bench } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneEmbeddingKey } from '../gateway.ts';
import type { LoadPlan } from '../load-plan.ts';
import { runLoad } from '../run-load.ts';
import type { Target } from '../target.ts';
import { promptUpstream, type Embedding } from '../upstream-script.ts';

const inputs = 100;
const turnsPerRound = 4;
const warmUpCalls = 600;
const calls = 150;

const forms = { float: 'numbers', base64: 'base64' } as const;

function plan(target: Target, embedding: Embedding, count: number): LoadPlan {
  return {
    url: `${target.base}/embeddings`,
    method: 'POST',
    credentials: target.credentials,
    streamed: false,
    imageBytes: 0,
    embedding,
    connections: 4,
    calls: count,
    maxSeconds: 120,
  };
}

async function inForm(bench: Bench, form: Embedding['form']): Promise<Figure> {
  const embedding = { inputs, form };
  await bench.script({ ...promptUpstream, embedding });
  const rounds = await bench.withPairs({ population: oneEmbeddingKey }, bench.rounds(), async (pair) => {
    for (const target of [pair.reference, pair.candidate]) await runLoad(plan(target, embedding, bench.scaled(warmUpCalls)));
    const round = await bench.takeTurns(pair, turnsPerRound, async (target) => {
      const { result, seconds } = await cpuOf(target, () => runLoad(plan(target, embedding, calls)));
      const millis = (seconds / result.calls) * 1e3;
      bench.say(`  ${target.name}: ${millis.toFixed(2)} ms of CPU per call in ${forms[form]}`);
      return millis;
    });
    await bench.profileOnce(`embed in ${forms[form]}`, pair.candidate, () => runLoad(plan(pair.candidate, embedding, 4 * calls)));
    return round;
  });
  const what = `CPU per embedding call, ${String(inputs)} inputs, vectors of 1536 numbers in ${forms[form]}`;
  return toFigure({ scenario: 'embed', what, unit: 'ms', comparison: 'ratio', limit: 2.5, ...rounds });
}

/** CPU per embedding call with everything on, in both forms that clients ask for. */
export async function embeddingCpu(bench: Bench): Promise<Figure[]> {
  if (!bench.canSeeProcesses) return [];
  return [await inForm(bench, 'float'), await inForm(bench, 'base64')];
}
