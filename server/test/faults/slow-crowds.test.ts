/**
 * Goal: a thousand clients that send slowly, and hundreds that do not read megabytes, cost limited memory, are disconnected without charge,
 * and slow down nobody else. Method: the real program as a process; the crowd in a separate thread; ordinary calls with and without it,
 * alternating within one run, because absolute times mean nothing on a shared machine.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures, type Figures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { startScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { steadyTmpdir } from '../storage/steady-tmpdir.ts';
import { waitFor } from '../wait-for.ts';
import { Crowd, type CrowdAnswer, type CrowdOrder } from './crowd.ts';
import { prepareForLoad, rowsAfter, type LoadedAccount } from './loaded-process.ts';
import { ordinaryTraffic, quantile } from './ordinary-traffic.ts';

interface World {
  readonly server: ServerProcess;
  readonly port: number;
  readonly crowd: Crowd;
  readonly ordinary: LoadedAccount;
  /** Another account, whose calls are served by the crowd's own upstream. */
  readonly slow: LoadedAccount;
}

const slowModel = 'slow/chat';

async function inWorld(env: Readonly<Record<string, string>>, run: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(steadyTmpdir(), 'tollgate-crowd-'));
  const upstream = await startScriptedUpstream();
  const crowd = await Crowd.start();
  let server: ServerProcess | null = null;
  try {
    // The log level shows why an ordinary call is refused.
    server = await ServerProcess.start(folder, { TOLLGATE_LOG_LEVEL: 'error', ...env });
    const ordinary = await prepareForLoad(server, upstream);
    const slow = await prepareForLoad(
      server,
      { baseUrl: crowd.upstreamUrl },
      { model: slowModel, price: { input: '1', output: '20' }, brokenExempt: '1000000' },
    );
    await run({ server, port: Number(new URL(server.url).port), crowd, ordinary, slow });
    const audit = await server.admin<{ ok: boolean }>('POST', '/audit');
    assert.equal(audit.ok, true);
  } finally {
    await crowd.close();
    await upstream.close();
    await server?.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Memory of the process in MB: current, or maximum. */
async function memoryMb(server: ServerProcess, line: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${String(server.pid)}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

/** Waits until the process hardly reads any more: its crowd is complete and idle. */
async function untilStill(server: ServerProcess): Promise<void> {
  const readBytes = async (): Promise<number> =>
    Number(/rchar: (\d+)/.exec(await readFile(`/proc/${String(server.pid)}/io`, 'utf8'))?.[1]);
  let before = await readBytes();
  for (let looks = 0; looks < 100; looks += 1) {
    await pass(100);
    const now = await readBytes();
    if (now - before < 100_000) return;
    before = now;
  }
}

/** Calls with and without a crowd, alternating; `during` gets each turn of the crowd. */
class Comparison {
  readonly without: number[] = [];
  readonly with: number[] = [];
  /** While bytes still flow to a crowd that does not read them, half of this machine's CPU works for the crowd itself. */
  readonly filling: number[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async turn(into: number[], calls: number): Promise<void> {
    const { port, ordinary, server } = this.#world;
    const { latenciesMs, refused } = await ordinaryTraffic(port, ordinary.keys[0] ?? '', calls);
    assert.deepEqual(refused, {}, `every ordinary call is served; not so ${JSON.stringify(refused)}; ${server.err.slice(-4000)}`);
    into.push(...latenciesMs);
  }

  figures(): Figures {
    const [without, beside] = [this.without, this.with].map((values) => [0.5, 0.99].map((share) => quantile(values, share)));
    const ms = (value: number | undefined): string => (value ?? 0).toFixed(2);
    return {
      'ordinary calls beside the crowd, p50 and p99 in ms': `${ms(beside?.[0])} ${ms(beside?.[1])}`,
      'the same without it': `${ms(without?.[0])} ${ms(without?.[1])}`,
      'p99 with the crowd by p99 without': ms((beside?.[1] ?? 0) / (without?.[1] ?? 1)),
      ...(this.filling.length === 0 ? {} : { 'while the crowd still fills, p99 in ms': ms(quantile(this.filling, 0.99)) }),
      'load average of the machine': loadavg()
        .map((load) => load.toFixed(1))
        .join(' '),
    };
  }
}

const turns = isFullProof ? 3 : 1;
const callsPerTurn = Math.ceil(count('ordinaryCalls') / turns / 2);

/** Waits for log rows, which are written soon, but not at once. */
async function rowsOf({ server, slow }: World, enough: (rows: readonly CallAnswer[]) => boolean): Promise<readonly CallAnswer[]> {
  let rows: readonly CallAnswer[] = [];
  await waitFor(
    async () => {
      rows = await rowsAfter(server, slow.id);
      return enough(rows);
    },
    { what: 'the rows of the crowd', everyMs: 200 },
  );
  return rows;
}

describe('a crowd that sends slowly', () => {
  const each = count('slowRequests');
  const limitMs = isFullProof ? { headers: 10_000, request: 20_000 } : { headers: 400, request: 800 };
  const env = {
    TOLLGATE_HEADERS_TIMEOUT_MS: String(limitMs.headers),
    TOLLGATE_REQUEST_TIMEOUT_MS: String(limitMs.request),
  };

  function order({ port, slow }: World): CrowdOrder {
    return { kind: 'requests', port, key: slow.keys[0] ?? '', heads: each, bodies: each, spreadMs: limitMs.headers };
  }

  async function untilAllEnded({ crowd }: World): Promise<CrowdAnswer> {
    let answer = await crowd.order({ kind: 'look' });
    await waitFor(
      async () => {
        answer = await crowd.order({ kind: 'look' });
        return answer.ends.length >= 2 * each;
      },
      { what: 'every slow request is ended', everyMs: 100, withinMs: 120_000 },
    );
    return answer;
  }

  test(`${String(each)} heads and ${String(each)} bodies: each gets 408 and is closed, ordinary calls go on`, async (context) => {
    await inWorld(env, async (world) => {
      const comparison = new Comparison(world);
      let closed: readonly { readonly status: number | null; readonly lifeMs: number }[] = [];
      // The first calls of a process are slower than all others.
      await comparison.turn([], callsPerTurn);
      for (let turn = 0; turn < turns; turn += 1) {
        await comparison.turn(comparison.without, callsPerTurn);
        await world.crowd.order(order(world));
        await comparison.turn(comparison.with, callsPerTurn);
        closed = [...closed, ...(await untilAllEnded(world)).ends];
        await world.crowd.order({ kind: 'stop' });
      }
      const answered = closed.filter(({ status }) => status === 408).length;
      assert.equal(answered, closed.length, 'every one of them is told why');
      const rows = await rowsOf(world, (found) => found.length > 0);
      assert.ok(rows.every((row) => Number(row.charge_exact) === 0));
      assert.ok(rows.some((row) => row.status === 408 && row.error_code === 'request_timeout'));
      reportFigures(context, 'F22', {
        'slow heads and slow bodies at a time': 2 * each,
        'closed with 408': answered,
        'closed in another way': closed.length - answered,
        'latest end after the time allowed, ms': Math.round(Math.max(...closed.map(({ lifeMs }) => lifeMs)) - limitMs.request),
        'most memory the process had, MB': await memoryMb(world.server, 'VmHWM'),
        ...comparison.figures(),
      });
    });
  });
});

describe('a crowd that does not read', () => {
  const readers = count('slowReaders');
  const megabytes = 8;
  const rssMbMax = 512;

  const kinds: Readonly<Record<string, { readonly stream: boolean; readonly env: Readonly<Record<string, string>> }>> = {
    'streamed answers': { stream: true, env: {} },
    'whole answers': { stream: false, env: {} },
    ...(isFullProof
      ? { 'streamed answers, with a heap of 128 MB': { stream: true, env: { NODE_OPTIONS: '--max-old-space-size=128' } } }
      : {}),
  };

  for (const [kind, { stream, env }] of Object.entries(kinds)) {
    test(`${String(readers)} clients × ${String(megabytes)} MB, ${kind}: cut, uncharged, memory bounded, ordinary calls go on`, async (context) => {
      await inWorld({ TOLLGATE_SLOW_CLIENT_TIMEOUT_MS: isFullProof ? '15000' : '1500', ...env }, async (world) => {
        const comparison = new Comparison(world);
        await comparison.turn([], callsPerTurn);
        await comparison.turn(comparison.without, callsPerTurn * turns);
        const bytes = megabytes * 1024 * 1024;
        const { port, crowd, slow } = world;
        await crowd.order({
          kind: 'readers',
          port,
          key: slow.keys[0] ?? '',
          readers,
          bytes,
          stream,
          model: slowModel,
          spreadMs: isFullProof ? 5000 : 200,
        });
        await comparison.turn(comparison.filling, callsPerTurn);
        await untilStill(world.server);
        await comparison.turn(comparison.with, callsPerTurn * turns);
        const rows = await rowsOf(world, (found) => found.length >= readers);
        const mostMb = await memoryMb(world.server, 'VmHWM');
        await crowd.order({ kind: 'stop' });
        assert.equal(rows.length, readers);
        assert.ok(
          rows.every((row) => Number(row.charge_exact) === 0),
          'nobody pays for what was not read',
        );
        const cut = rows.filter(({ ending }) => ending === 'client_left').length;
        const refused = rows.filter(({ error_code: code }) => code === 'too_many_large_requests').length;
        assert.equal(cut + refused, readers);
        if (stream) assert.equal(refused, 0);
        const after = await ordinaryTraffic(port, world.ordinary.keys[0] ?? '', 10);
        assert.deepEqual(after.refused, {});
        reportFigures(context, 'F13', {
          [`clients that do not read ${String(megabytes)} MB each`]: readers,
          'kind of answers': kind,
          'cut for not reading': cut,
          'refused for want of memory': refused,
          charged: 0,
          'most memory the process had, MB': mostMb,
          ...comparison.figures(),
        });
        assert.ok(mostMb <= rssMbMax, `${String(mostMb)} MB`);
      });
    });
  }
});
