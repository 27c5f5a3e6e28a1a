import type { NanoCny } from '@tollgate/contract/money';
import type { ProbesReader, ProbesWriter } from '../../../domain/status/probes.ts';
import { isTooQuiet, judgeSlot, slotMs } from '../../../domain/status/slot-rule.ts';
import type { ModelTally } from '../../../domain/status/status-store.ts';
import type { TimedJob } from '../../../jobs/timed-job.ts';

/** Per run: each call can take a minute, and the lease should be able to move to a live node. */
const modelsPerRun = 20;

export interface ProbeModelsOptions {
  /** Maximum cost per day; 0 disables the calls. */
  readonly budgetPerDay: NanoCny;
  readonly nowMs: () => number;
  /** YYYYMMDD in the service's time zone. */
  readonly dayOf: (ms: number) => number;
  /** Chat models that customers can call. */
  readonly models: () => readonly string[];
  readonly isMaintained: (nowMs: number) => boolean;
  readonly reader: Pick<ProbesReader, 'spentOn' | 'switchedOff'>;
  readonly writerFor: (holder: string) => ProbesWriter;
  /** Customer calls in a period. */
  readonly tallies: (fromMs: number, toMs: number) => Promise<readonly ModelTally[]>;
  /** Makes one small real call. */
  readonly probe: (model: string) => Promise<{ readonly isGood: boolean | null; readonly cost: NanoCny }>;
}

/** Calls models that have few customer calls, once per slot. The operator pays, never more than the budget. */
export function probeModelsJob(options: ProbeModelsOptions): TimedJob {
  const { budgetPerDay, nowMs, dayOf, models, isMaintained, reader, writerFor, tallies, probe } = options;

  async function quietModels(probed: ReadonlySet<string>): Promise<readonly string[]> {
    const atMs = nowMs();
    const called = Map.groupBy(await tallies(atMs - slotMs, atMs), ({ model }) => model);
    const off = await reader.switchedOff();
    return models().filter((model) => !off.has(model) && !probed.has(model) && isTooQuiet(judgeSlot(called.get(model) ?? [])));
  }

  /** Tries twice, so that a single lost response does not mark a model as broken. */
  async function tried(model: string): Promise<{ readonly isGood: boolean | null; readonly cost: NanoCny }> {
    const first = await probe(model);
    if (first.isGood !== false) return first;
    const second = await probe(model);
    return { isGood: second.isGood, cost: first.cost + second.cost };
  }

  return {
    name: 'probe-models',
    everyMs: 60_000,
    async run(holder) {
      if (budgetPerDay === 0n || isMaintained(nowMs())) return;
      const writer = writerFor(holder);
      const startMs = Math.floor(nowMs() / slotMs) * slotMs;
      const day = dayOf(startMs);
      const probed = new Set((await writer.of(startMs)).map(({ model }) => model));
      for (const model of (await quietModels(probed)).slice(0, modelsPerRun)) {
        if ((await reader.spentOn(day)) >= budgetPerDay) return;
        const { isGood, cost } = await tried(model);
        await writer.add({ startMs, day }, { model, good: isGood === true ? 1 : 0, bad: isGood === false ? 1 : 0 }, cost);
      }
    },
  };
}
