import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import type { ClaimedItem } from '../platform/queue-items.ts';
import { attempt, type Ending } from './attempt-item.ts';
import type { QueueAttempt, QueueJob } from './queue-job.ts';

const timeLimitMs = 30_000;

interface Tried {
  readonly clock: VirtualClock;
  readonly controller: AbortController;
  /** Writes to the item while it ran. */
  readonly written: string[];
  readonly ending: Promise<Ending>;
}

/** One attempt at an item with this payload. */
function tried(
  run: QueueJob['run'],
  {
    payload = '{}',
    isStopping = false,
    progress = () => Promise.resolve(true),
  }: { payload?: string; isStopping?: boolean; progress?: () => Promise<boolean> } = {},
): Tried {
  const clock = new VirtualClock();
  const controller = new AbortController();
  const written: string[] = [];
  const item: ClaimedItem = { id: 1n, queue: 'letters', payload, attempts: 1, claim: 'ours' };
  const job: QueueJob = {
    queue: 'letters',
    payload: { parse: (value) => value },
    concurrency: 1,
    attemptsMax: 3,
    timeLimitMs,
    run,
    backOff: { firstMs: 1, factor: 2, maxMs: 10 },
  };
  const items = {
    progress(_item: ClaimedItem, json: string) {
      written.push(json);
      return progress();
    },
  };
  return { clock, controller, written, ending: attempt({ job, item, controller, clock, items, isStopping: () => isStopping }) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what an attempt answers is kept as JSON, nothing as null, and its time limit ends with it', async () => {
  const { ending, clock } = tried((payload) => Promise.resolve({ payload }), { payload: '{"to":1}' });
  assert.deepEqual(await ending, { kind: 'done', resultJson: '{"payload":{"to":1}}' });
  assert.equal(clock.timers, 0);
  assert.deepEqual(await tried(() => Promise.resolve(undefined)).ending, { kind: 'done', resultJson: 'null' });
});

test('a payload that cannot be read is hopeless and never run; what the job throws is only a failed attempt', async () => {
  let runs = 0;
  const unread = await tried(() => Promise.resolve((runs += 1)), { payload: '{' }).ending;
  assert.equal(unread.kind, 'hopeless');
  assert.equal(runs, 0);
  const thrown = tried(() => {
    throw new Error('no letter box');
  });
  assert.deepEqual(await thrown.ending, { kind: 'failed', reason: 'Error: no letter box' });
  assert.equal(thrown.clock.timers, 0);
});

test('an attempt ends at its time limit, whatever the job does, and the job is notified', async () => {
  const heard: unknown[] = [];
  const { ending, clock } = tried((_payload, { signal }) => {
    signal.addEventListener('abort', () => heard.push(String(signal.reason)));
    return new Promise(() => undefined);
  });
  let ended: Ending | null = null;
  void ending.then((how) => (ended = how));
  await turn();
  clock.advance(timeLimitMs - 1);
  await turn();
  assert.equal(ended, null);
  clock.advance(1);
  assert.deepEqual(await ending, { kind: 'failed', reason: 'Error: it took longer than 30 s' });
  assert.deepEqual(heard, ['Error: it took longer than 30 s']);
});

test('only what the stop of the service has broken off is to be done again without counting', async () => {
  for (const [isStopping, isAborted, kind] of [
    [true, true, 'stopped'],
    [true, false, 'failed'],
    [false, true, 'failed'],
  ] as const) {
    const rejected = Promise.withResolvers<never>();
    const { ending, controller } = tried(() => rejected.promise, { isStopping });
    await turn();
    if (isAborted) controller.abort(new Error('the end'));
    rejected.reject(new Error('broken off'));
    assert.equal((await ending).kind, kind, `${String(isStopping)}, ${String(isAborted)}`);
  }
});

/** An attempt that continues until the test ends it, with its reports. */
async function going(options: { readonly progress?: () => Promise<boolean> } = {}) {
  const begun = Promise.withResolvers<QueueAttempt>();
  const over = Promise.withResolvers<null>();
  const trying = tried((_payload, given) => {
    begun.resolve(given);
    return over.promise;
  }, options);
  return {
    ...trying,
    ...(await begun.promise),
    end: () => {
      over.resolve(null);
    },
  };
}

test('of all that an attempt says about how far it is one a second is written, the first at once, and none after its end', async () => {
  const { progress, written, clock, controller, end } = await going();
  await progress(1);
  await progress(2);
  clock.advance(999);
  await progress(3);
  assert.deepEqual(written, ['1']);
  clock.advance(1);
  await progress({ at: 4 });
  assert.deepEqual(written, ['1', '{"at":4}']);
  clock.advance(5000);
  controller.abort();
  await progress(5);
  assert.deepEqual(written, ['1', '{"at":4}']);
  end();
});

test('an attempt whose item has another holder is broken off; one that could not be written goes on', async () => {
  const lost = await going({ progress: () => Promise.resolve(false) });
  await lost.progress(1);
  assert.ok(lost.signal.aborted);
  lost.end();
  const away = await going({ progress: () => Promise.reject(new Error('the database is away')) });
  await away.progress(1);
  assert.ok(!away.signal.aborted);
  away.end();
  const ours = await going();
  await ours.progress(1);
  assert.ok(!ours.signal.aborted);
  ours.end();
});
