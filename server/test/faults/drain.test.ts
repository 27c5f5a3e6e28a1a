/**
 * Goal: a stop interrupts no response and charges none that was interrupted; readiness fails before anything is refused. Method: the real
 * process with signals; the upstream keeps streams open at gates; clients open a connection per call.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { inTime, waitFor } from '../wait-for.ts';
import { BalancedLoad } from './balanced-load.ts';
import { charge, messages, model, prepareForLoad, rowsAfter, type LoadedAccount } from './loaded-process.ts';
import { streamText } from '../stream-text.ts';

let base: string;
let upstream: ScriptedUpstream;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-drain-'));
  upstream = await startScriptedUpstream();
});
after(async () => {
  await upstream.close();
  await rm(base, { recursive: true, force: true });
});

interface Prepared {
  readonly server: ServerProcess;
  readonly account: LoadedAccount;
  readonly folder: string;
}

/** Runs `use` on a prepared server and cleans up afterwards. */
async function withServer(
  name: string,
  env: Readonly<Record<string, string>>,
  use: (prepared: Prepared) => Promise<void>,
): Promise<void> {
  const folder = join(base, name);
  const server = await ServerProcess.start(folder, env);
  try {
    await use({ server, account: await prepareForLoad(server, upstream), folder });
  } finally {
    await server.kill();
  }
}

interface OpenStream {
  readonly gate: Gate;
  readonly id: string;
  readonly text: Promise<string>;
}

/** Streams that have started and wait at their gates. */
async function openStreams({ server, account }: Prepared, streams: number): Promise<readonly OpenStream[]> {
  const gates = Array.from({ length: streams }, () => new Gate());
  upstream.next(...gates.map((gate) => chatStream(['Hello ', gate, 'there'])));
  const answers = await Promise.all(gates.map(() => server.post(account.keys[0] ?? '', { model, messages, stream: true })));
  await Promise.all(gates.map((gate) => gate.reached));
  // Gates and responses need not match, because all of a group are opened together.
  return answers.map((answer, at) => ({
    gate: gates[at] ?? new Gate(),
    id: answer.headers.get('x-request-id') ?? '',
    text: streamText(answer),
  }));
}

const isWhole = (text: string): boolean => text.endsWith('data: [DONE]\n\n');

type Probe = 'served' | 'told to come back' | 'connection refused' | 'reset';

/** One call on a separate connection. */
function probe({ server, account }: Prepared): Promise<Probe> {
  const fate = new Promise<Probe>((resolve) => {
    const request = httpRequest(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      agent: new Agent({ keepAlive: false }),
      headers: { authorization: `Bearer ${account.keys[0] ?? ''}`, 'content-type': 'application/json' },
    });
    request.on('response', (response) => {
      response.on('error', () => {
        resolve('reset');
      });
      response.on('end', () => {
        resolve(response.statusCode === 200 ? 'served' : 'told to come back');
      });
      response.resume();
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'connection refused' : 'reset');
    });
    request.end(JSON.stringify({ model, messages }));
  });
  return inTime(fate, { what: 'a call is over' });
}

async function readiness({ server }: Prepared): Promise<number | null> {
  try {
    const response = await fetch(`${server.url}/readyz`, { headers: { connection: 'close' } });
    await response.text();
    return response.status;
  } catch {
    return null;
  }
}

/** Rows at the next start with the folder, which must have nothing to recover. */
async function rowsAfterStop({ folder, account }: Prepared) {
  const again = await ServerProcess.start(folder);
  try {
    assert.ok(!again.out.includes('Recovered'), 'nothing was left open');
    assert.equal((await again.admin('POST', '/audit')).ok, true);
    return await rowsAfter(again, account.id);
  } finally {
    await again.stop();
  }
}

describe('SIGTERM', () => {
  test('with 100 open streams and new calls: readiness fails first, every stream ends whole and is charged', async (context) => {
    await withServer('streams', { TOLLGATE_DRAIN_GRACE_MS: '500', TOLLGATE_DRAIN_LIMIT_MS: '60000' }, async (prepared) => {
      const streams = await openStreams(prepared, 100);
      const seen: Record<Probe, number> = { served: 0, 'told to come back': 0, 'connection refused': 0, reset: 0 };
      prepared.server.signal('SIGTERM');
      let servedUnready = 0;
      await waitFor(async () => {
        const before = await readiness(prepared);
        const fate = await probe(prepared);
        seen[fate] += 1;
        if (fate === 'served' && before === 503) servedUnready += 1;
        if (fate === 'served') return false;
        assert.equal(await readiness(prepared), 503, `a call is ${fate} only when readiness has failed`);
        assert.equal(fate, 'told to come back', 'as long as streams run, a new call gets an answer');
        return seen['told to come back'] >= 5;
      });
      assert.ok(servedUnready > 0, 'calls are taken while the balancer notices');
      for (const { gate } of streams) gate.open();
      const cut = (await Promise.all(streams.map(({ text }) => text))).filter((text) => !isWhole(text)).length;
      const lastEndMs = performance.now();
      assert.equal(cut, 0, 'cut streams');
      assert.equal((await prepared.server.ended()).code, 0);
      const exitMs = Math.round(performance.now() - lastEndMs);
      assert.equal(await probe(prepared), 'connection refused');
      const rows = await rowsAfterStop(prepared);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id } of streams) assert.deepEqual([byId.get(id)?.ending, byId.get(id)?.charge_exact], ['complete', charge]);
      assert.equal(rows.filter((row) => row.charge_exact === charge).length, streams.length + seen.served);
      reportFigures(context, 'F3', {
        'open streams': streams.length,
        'cut streams': cut,
        'new calls served after readiness failed': servedUnready,
        'new calls told to come back': seen['told to come back'],
        'new connections refused before readiness failed': 0,
        'from the end of the last stream to the exit, ms': exitMs,
      });
    });
  });

  test('in the middle of calls that come at every moment: each is served and charged, or asked to retry and free', async (context) => {
    await withServer('moment', {}, async (prepared) => {
      const seen: Record<Probe, number> = { served: 0, 'told to come back': 0, 'connection refused': 0, reset: 0 };
      const work = async (): Promise<void> => {
        for (;;) {
          const fate = await probe(prepared);
          seen[fate] += 1;
          if (fate === 'connection refused' || fate === 'reset') return;
        }
      };
      const [held] = await openStreams(prepared, 1);
      const working = Array.from({ length: 20 }, work);
      await waitFor(() => seen.served >= 50, { what: 'calls are served', everyMs: 5 });
      prepared.server.signal('SIGTERM');
      await waitFor(() => seen['told to come back'] > 0, { what: 'calls are told to come back', everyMs: 5 });
      const servedBeforeEnd = seen.served;
      held?.gate.open();
      assert.ok(isWhole((await held?.text) ?? ''));
      await Promise.all(working);
      assert.equal((await prepared.server.ended()).code, 0);
      assert.ok(servedBeforeEnd >= 50);
      const charged = (await rowsAfterStop(prepared)).filter((row) => row.charge_exact === charge).length;
      assert.equal(charged, seen.served + 1, 'charged is what was delivered, no more and no less');
      reportFigures(context, 'F3', {
        'calls served around the signal': seen.served,
        'told to come back': seen['told to come back'],
        'connection refused after the end': seen['connection refused'],
        'reset without an answer at the very end': seen.reset,
        'charged and not delivered': 0,
      });
    });
  });

  test('of one service after the other behind a balancer makes no call fail', async (context) => {
    const load = await BalancedLoad.start(join(base, 'roll'), upstream);
    let rolls = 0;
    try {
      while (load.calls < count('rolls') || rolls === 0) {
        const backend = load.backends[rolls % 2] ?? load.backends[0];
        assert.equal(await backend.restart(), 0);
        rolls += 1;
        await waitFor(() => backend.isReady, { what: 'a service is ready again', everyMs: 5 });
      }
    } finally {
      await load.end();
    }
    assert.deepEqual(load.failures, []);
    reportFigures(context, 'F3', { restarts: rolls, 'calls meanwhile': load.calls, 'failed calls': load.failures.length });
  });
});

/** Half of the streams end by themselves at the time of the stop; the others would run longer. */
async function cutHalf(prepared: Prepared, stop: () => Promise<void>): Promise<Record<string, number>> {
  const ending = await openStreams(prepared, 20);
  const outlasting = await openStreams(prepared, 20);
  await stop();
  for (const { gate } of ending) gate.open();
  const streams = [...ending, ...outlasting];
  const texts = await Promise.all(streams.map(({ text }) => text));
  assert.equal((await prepared.server.ended()).code, 0);
  for (const { gate } of outlasting) gate.open();
  const byId = new Map((await rowsAfterStop(prepared)).map((row) => [row.id, row]));
  for (const [at, { id }] of streams.entries()) {
    const row = byId.get(id);
    const text = texts[at] ?? '';
    if (isWhole(text)) assert.deepEqual([row?.ending, row?.charge_exact], ['complete', charge]);
    else {
      assert.match(text, /"code":"maintenance"[^\n]*\n\n$/, 'the last thing said is the truth');
      assert.deepEqual([row?.ending, Number(row?.charge_exact)], ['interrupted', 0]);
    }
  }
  const cut = texts.filter((text) => !isWhole(text)).length;
  assert.ok(cut >= outlasting.length);
  return { streams: streams.length, 'ended by themselves': streams.length - cut, 'told of the stop': cut, 'charged but cut': 0 };
}

describe('a stop that does not wait', () => {
  test('streams that outlast the drain limit end in one truthful error and are not charged', async (context) => {
    await withServer('limit', { TOLLGATE_DRAIN_LIMIT_MS: '100' }, async (prepared) => {
      const figures = await cutHalf(prepared, () => {
        prepared.server.signal('SIGTERM');
        return Promise.resolve();
      });
      reportFigures(context, 'F4', { 'stopped by': 'the drain limit', ...figures });
    });
  });

  test('a second signal ends streams in the same way; two signals of one key press are one', async (context) => {
    await withServer('second', {}, async (prepared) => {
      const figures = await cutHalf(prepared, async () => {
        // Ctrl-C under npm sends two signals.
        prepared.server.signal('SIGINT');
        prepared.server.signal('SIGTERM');
        // A signal counts as a second one only after a second.
        await pause(1100);
        assert.equal(await readiness(prepared), 503, 'it still waits for running calls');
        prepared.server.signal('SIGTERM');
      });
      reportFigures(context, 'F4', { 'stopped by': 'a second signal', ...figures });
    });
  });
});
