import { quantitiesOf } from '@tollgate/contract/quantities';
import { noUsage, type Usage } from '@tollgate/contract/usage';
import { blankCall, type AttemptNote, type CallRecord } from '../domain/books/call-record.ts';
import type { Price } from '../domain/catalog/model.ts';
import { cost, listPricePpm } from '../domain/catalog/price.ts';
import type { Task } from '../domain/tasks/task.ts';
import type { KeptSong } from './song.ts';
import { readTerms, type TaskTerms } from './task-terms.ts';
import type { Made } from './work.ts';

function usageOf(lengthsMs: readonly number[]) {
  const more = quantitiesOf([
    ['song', lengthsMs.length],
    ['output_audio_ms', lengthsMs.reduce((sum, length) => sum + length, 0)],
  ]);
  return { ...noUsage, more };
}

function usageOfSongs(songs: readonly KeptSong[], { worstMillisecondsEach }: TaskTerms) {
  return usageOf(songs.map(({ durationMs }) => Math.min(durationMs, worstMillisecondsEach)));
}

function expectedUsage({ expected: { songs, millisecondsEach } }: TaskTerms) {
  return usageOf(Array.from({ length: songs }, () => millisecondsEach));
}

function worthOf(price: Price | null, task: Task, usage: Usage, multiplierPpm: bigint): bigint {
  const { requestTimeMs } = readTerms(task.terms).mark;
  return price === null || usage.more === null ? 0n : cost(price, usage, multiplierPpm, { requestTimeMs, serviceTier: null });
}

/** The value of a task, and the charged part: for a strict task never more than its reservation. */
function moneyOf(price: Price | null, task: Task, usage: Usage) {
  const worth = worthOf(price, task, usage, BigInt(readTerms(task.terms).multiplierPpm));
  const { amount, strict } = task.money;
  const charge = strict && worth > amount ? amount : worth;
  return { charge, uncollected: worth - charge };
}

/** Data of the record that the task does not contain. */
export interface TaskCircumstances {
  readonly nowMs: number;
  /** `provider/region`. */
  readonly route: string | null;
  /** Whether that route is one of the account's own; `null` if unknown, because another process start submitted it and it was removed. */
  readonly isOwnRoute: boolean | null;
  /** The price at admission; `null` if it is no longer known. */
  readonly price: Price | null;
  /** Our price at the upstream; `null` if unknown. */
  readonly cost: Price | null;
  /** Of attempts by an earlier process start, only their existence is known. */
  readonly attempts: readonly AttemptNote[];
}

function attemptsOf({ attempts }: TaskCircumstances, { routeId }: Task) {
  return {
    attempts: Math.max(attempts.length, routeId === null ? 0 : 1),
    attemptLog: attempts.some(({ fault }) => fault !== null) ? [...attempts] : null,
  };
}

/**
 * The record of an ended task. Results are charged and everything else is free. The record of free results contains their expected value.
 */
export function recordOf(task: Task, { songs, failure, isForNothing = false }: Made, at: TaskCircumstances): CallRecord {
  const terms = readTerms(task.terms);
  const { mark } = terms;
  const made = failure === null ? songs : [];
  const usage = usageOfSongs(made, terms);
  const worked = isForNothing ? expectedUsage(terms) : usage;
  const wasted = isForNothing ? worthOf(at.price, task, worked, BigInt(terms.multiplierPpm)) : 0n;
  const money = moneyOf(at.price, task, usage);
  const end: Pick<CallRecord, 'status' | 'ending' | 'errorCode' | 'error'> =
    failure === null
      ? { status: 200, ending: 'complete', errorCode: null, error: null }
      : { status: failure.status, ending: failure.ending, errorCode: failure.code, error: failure.told };
  return {
    ...blankCall,
    ...mark,
    usageEstimated: made.some(({ isDurationGuessed }) => isDurationGuessed === true),
    ...end,
    ...money,
    uncollected: money.uncollected + wasted,
    multiplierPpm: BigInt(terms.multiplierPpm),
    priced: usage.more === null ? null : { more: usage.more },
    upstreamCost: worthOf(at.cost, task, worked, listPricePpm),
    durationMs: Math.max(0, at.nowMs - mark.requestTimeMs),
    route: at.route ?? at.attempts.at(-1)?.route ?? null,
    ownUpstreams: at.isOwnRoute,
    ...attemptsOf(at, task),
  };
}
