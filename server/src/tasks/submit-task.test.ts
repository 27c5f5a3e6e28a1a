/**
 * Goal: a task is submitted to one upstream after another only while none may have started work, and each attempt is recorded. Method: the
 * rule itself; upstreams respond as each row says.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Submitted } from '../dialects/music-upstream.ts';
import type { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { submitTask } from './submit-task.ts';
import { TaskFailed } from './task-end.ts';
import { Work } from './work.ts';

/** A head and the parsed body, or no response. */
type Answer =
  | { readonly status: number; readonly blame?: UpstreamRefusal['blame'] }
  | { readonly report: Submitted | Error }
  | { readonly fault: string; readonly isSent: boolean };

interface Given {
  readonly answers: readonly Answer[];
  /** The response is the music itself. */
  readonly isSlow?: boolean;
  /** Upstreams that are busy, by their positions. */
  readonly busy?: readonly number[];
  readonly mute?: readonly number[];
  readonly isCounted?: boolean;
}

const refusal = (blame: UpstreamRefusal['blame'], status = 400): UpstreamRefusal => ({
  blame,
  status,
  code: blame === 'client' ? 'invalid_parameter' : 'upstream_unavailable',
  words: null,
  param: null,
});
const failedReport = (blame: UpstreamRefusal['blame']): Answer => ({
  report: { state: 'failed', refusal: refusal(blame, 200), cause: `the ${blame}` },
});
const accepted: Answer = { report: { state: 'accepted', upstreamId: 'up_1' } };
const leftMs = 300_000;

/** The result of a task, and the reports to routing. */
async function submitted({ answers, isSlow = false, busy = [], mute = [], isCounted = false }: Given) {
  const heard: (readonly unknown[])[] = [];
  const sent: { readonly isSentOnce?: boolean; readonly timeouts: object; readonly stream: boolean }[] = [];
  const candidates = answers.map((_, at) => ({
    provider: { name: `p${String(at)}`, at, quirks: {} },
    route: { region: 'domestic' },
    key: { id: `k${String(at)}` },
    called: { apiKey: 'x' },
    isCounted,
    upstreamModel: 'm',
    cost: null,
  }));
  const placeOf = (candidate: unknown): number => candidates.indexOf(candidate as never);
  const parts = {
    clock: { nowMs: () => 1000, monotonicMs: () => 7 },
    timeouts: { connectTimeoutMs: 1, firstByteTimeoutMs: 900_000, idleTimeoutMs: 900_000, totalTimeoutMs: 900_000 },
    catalog: { current: { models: new Map() } },
    routing: {
      take: (candidate: unknown) => (busy.includes(placeOf(candidate)) ? null : candidate),
      started: (candidate: unknown) => heard.push(['started', placeOf(candidate)]),
      released: (candidate: unknown) => heard.push(['released', placeOf(candidate)]),
      succeeded: (candidate: unknown) => heard.push(['succeeded', placeOf(candidate)]),
      refused: (candidate: unknown) => heard.push(['refused', placeOf(candidate)]),
      abandoned: (candidate: unknown) => heard.push(['abandoned', placeOf(candidate)]),
      failed: (candidate: unknown, how: object) => heard.push(['failed', placeOf(candidate), how]),
    },
    musicOf: ({ at }: { readonly at: number }) =>
      mute.includes(at)
        ? null
        : {
            name: 'music-test',
            music: {
              polling: isSlow ? null : {},
              submit: () => ({ method: 'POST', path: '/songs', body: Buffer.from(String(at)) }),
              readRefusal: (status: number) =>
                refusal((answers[at] as { blame?: UpstreamRefusal['blame'] }).blame ?? 'upstream', status),

              *readSubmit() {
                const { report } = answers[at] as { report: Submitted | Error };
                if (report instanceof Error) throw report;
                return report;
              },
            },
          },
    transport: {
      send(
        request: (typeof sent)[number] & { readonly body: Buffer },
        sink: Record<'onHead' | 'onData' | 'onEnd' | 'onFault', (...given: unknown[]) => void>,
      ) {
        sent.push(request);
        const answer = answers[Number(request.body.toString())];
        assert.ok(answer !== undefined);
        queueMicrotask(() => {
          if ('fault' in answer) {
            sink.onFault({ kind: 'reset', cause: answer.fault });
            return;
          }
          sink.onHead('status' in answer ? answer.status : 200, {});
          sink.onData(Buffer.from('{}'));
          sink.onEnd();
        });
        return { isSent: 'fault' in answer ? answer.isSent : true, cancel: () => undefined };
      },
    },
  };
  const work = new Work('task_1', true, null);
  const fresh = { candidates, request: {} };
  const task = { id: 'task_1', model: 'm', accountId: 'acc', deadlineMs: 1000 + leftMs };
  const end = await submitTask(parts as never, work, task as never, fresh as never).then(
    ({ candidate, upstreamId, songs }) => ({ by: placeOf(candidate), upstreamId, songs }),
    (error: unknown) => error as Error,
  );
  return { end, heard, sent, attempts: work.attempts };
}

const surelyNot: readonly (readonly [what: string, answer: Answer, how: object | null])[] = [
  ['was not reached', { fault: 'no way there', isSent: false }, { fault: 'reset' }],
  ['has no room', { status: 429 }, { status: 429, retryAfterMs: null, blame: 'upstream' }],
  ['is away', { status: 503 }, { status: 503, retryAfterMs: null, blame: 'upstream' }],
  ['does not know the key', { status: 401, blame: 'credentials' }, { status: 401, retryAfterMs: null, blame: 'credentials' }],
  [
    'says with success that it does not know the key',
    failedReport('credentials'),
    { status: 401, retryAfterMs: null, blame: 'credentials' },
  ],
  ['says with success that it has failed', failedReport('upstream'), null],
];
for (const [what, answer, how] of surelyNot)
  test(`where the first one ${what}, the next one is asked, and the first attempt is noted`, async () => {
    const { end, heard, attempts } = await submitted({ answers: [answer, accepted] });
    assert.deepEqual(end, { by: 1, upstreamId: 'up_1', songs: null });
    assert.deepEqual(heard, [
      ['started', 0],
      how === null ? ['succeeded', 0] : ['failed', 0, how],
      ['started', 1],
      ['succeeded', 1],
    ]);
    assert.deepEqual(
      attempts.map(({ route, key, fault }) => [route, key, fault === null]),
      [
        ['p0/domestic', 'k0', false],
        ['p1/domestic', 'k1', true],
      ],
    );
  });

const mayHave: readonly (readonly [what: string, answer: Answer, code: string, isFault: 'failed' | 'refused' | 'succeeded'])[] = [
  ['breaks off', { fault: 'it broke', isSent: true }, 'upstream_unavailable', 'failed'],
  ['breaks in its work', { status: 500 }, 'upstream_unavailable', 'failed'],
  ['refuses the words themselves', { status: 400, blame: 'client' }, 'invalid_parameter', 'refused'],
  [
    'says what nobody can read',
    { report: { state: 'unclear', fault: 'no song and no name' } },
    'upstream_unavailable',
    'succeeded',
  ],
  ['refuses the words with success', failedReport('client'), 'invalid_parameter', 'succeeded'],
];
for (const [what, answer, code, report] of mayHave)
  test(`where the first one ${what}, nobody else is asked`, async () => {
    const { end, heard, sent, attempts } = await submitted({ answers: [answer, accepted] });
    assert.ok(end instanceof TaskFailed);
    assert.deepEqual([end.code, sent.length, attempts.length, attempts[0]?.fault], [code, 1, 1, end.told]);
    assert.deepEqual(heard[1]?.slice(0, 2), [report, 0]);
  });

test('an answer that breaks its reader is noted, and nobody else is asked', async () => {
  const fault = new Error('a fault of ours');
  const { end, heard, sent, attempts } = await submitted({ answers: [{ report: fault }, accepted] });
  assert.deepEqual([end, sent.length, attempts[0]?.fault], [fault, 1, 'its answer could not be read']);
  assert.deepEqual(heard[1], ['abandoned', 0]);
});

test('songs that come at once are reported at once', async () => {
  const songs = [{ title: 'one' }] as never;
  const { end } = await submitted({ answers: [{ report: { state: 'done', songs } }] });
  assert.deepEqual(end, { by: 0, upstreamId: null, songs });
});

test('three are asked at most; those whose turn it is not, or that make no music any more, are passed over', async () => {
  const away: Answer = { status: 503 };
  const four = await submitted({ answers: [away, away, away, accepted] });
  assert.ok(four.end instanceof TaskFailed);
  assert.deepEqual([four.sent.length, four.end.told], [3, 'the upstream answered with status 503']);
  const passed = await submitted({ answers: [away, away, accepted], busy: [0], mute: [1] });
  assert.deepEqual([(passed.end as { by: number }).by, passed.sent.length], [2, 1]);
  const none = await submitted({ answers: [accepted], busy: [0] });
  assert.ok(none.end instanceof TaskFailed && none.end.told === 'no route was tried');
});

test('an order is sent once, and a key that is counted is released once', async () => {
  const { sent, heard } = await submitted({ answers: [accepted], isCounted: true });
  assert.deepEqual([sent[0]?.isSentOnce, sent[0]?.stream], [true, false]);
  assert.deepEqual(
    heard.map(([what]) => what),
    ['started', 'released', 'succeeded'],
  );
});

test('an order is answered within two minutes, and where the answer is the music, within what the task may take', async () => {
  const times = async (isSlow: boolean) => (await submitted({ answers: [accepted], isSlow })).sent[0]?.timeouts;
  assert.deepEqual(await times(false), {
    connectTimeoutMs: 1,
    firstByteTimeoutMs: 120_000,
    idleTimeoutMs: 120_000,
    totalTimeoutMs: 120_000,
  });
  assert.deepEqual(await times(true), {
    connectTimeoutMs: 1,
    firstByteTimeoutMs: leftMs,
    idleTimeoutMs: 60_000,
    totalTimeoutMs: leftMs,
  });
});
