import { quantitiesOf } from '@tollgate/contract/quantities';
import { noUsage, type Usage } from '@tollgate/contract/usage';
import type { CallRecord } from '../domain/books/call-record.ts';
import type { CatalogSnapshot } from '../domain/catalog/catalog.ts';
import type { Price } from '../domain/catalog/model.ts';
import { cost } from '../domain/catalog/price.ts';
import type { Task } from '../domain/tasks/task.ts';
import type { KeptSong } from './song.ts';
import { readTerms, type TaskTerms } from './task-terms.ts';
import type { Made } from './work.ts';

/** The price that a task was admitted under: versions stay for ever. */
function priceOf(catalog: CatalogSnapshot, model: string, label: string | null): Price | null {
  const own = [...catalog.overrides.values()].filter((override) => override.model === model);
  const versions = [...(catalog.models.get(model)?.prices ?? []), ...own.flatMap((override) => override.versions)];
  return versions.find((version) => version.label === label)?.price ?? null;
}

function usageOf(songs: readonly KeptSong[], { worstMillisecondsEach }: TaskTerms) {
  const lengths = songs.map(({ durationMs }) => Math.min(durationMs, worstMillisecondsEach));
  const more = quantitiesOf([
    ['song', songs.length],
    ['output_audio_ms', lengths.reduce((sum, length) => sum + length, 0)],
  ]);
  return { ...noUsage, more };
}

/** What it is worth, and what of that is charged: a strict task never more than was set aside. */
function moneyOf(price: Price | null, task: Task, usage: Usage) {
  const { mark, multiplierPpm } = readTerms(task.terms);
  const circumstances = { requestTimeMs: mark.requestTimeMs, serviceTier: null };
  const worth = price === null || usage.more === null ? 0n : cost(price, usage, BigInt(multiplierPpm), circumstances);
  const { amount, strict } = task.money;
  const charge = strict && worth > amount ? amount : worth;
  return { charge, uncollected: worth - charge };
}

const unmade = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, usageEstimated: false } as const;

/** The record of a task that has ended: what was made is charged, all else is free. */
export function recordOf(
  catalog: CatalogSnapshot,
  task: Task,
  { songs, failure }: Made,
  at: { readonly nowMs: number; readonly route: string | null },
): CallRecord {
  const terms = readTerms(task.terms);
  const { mark } = terms;
  const usage = usageOf(failure === null ? songs : [], terms);
  const end: Pick<CallRecord, 'status' | 'ending' | 'errorCode' | 'error'> =
    failure === null
      ? { status: 200, ending: 'complete', errorCode: null, error: null }
      : { status: failure.status, ending: failure.ending, errorCode: failure.code, error: failure.told };
  return {
    ...mark,
    ...unmade,
    ...end,
    ...moneyOf(priceOf(catalog, task.model, mark.priceVersion), task, usage),
    multiplierPpm: BigInt(terms.multiplierPpm),
    priced: usage.more === null ? null : { more: usage.more },
    trail: null,
    upstreamCost: 0n,
    durationMs: Math.max(0, at.nowMs - mark.requestTimeMs),
    firstTokenMs: null,
    route: at.route,
    attempts: 1,
    attemptLog: null,
    count: 1,
  };
}
