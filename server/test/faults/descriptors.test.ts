/**
 * Goal: more connections than the process has file descriptors end neither the process nor its running calls, and it serves again as soon
 * as they are gone. Method: the real process under `ulimit -n`, with far more connections than that.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { reportFigures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate, Valve } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { waitFor } from '../wait-for.ts';
import { charge, messages, model, prepareForLoad, rowsAfter, type LoadedAccount } from './loaded-process.ts';

const descriptorsMax = 256;
const bounded = ['sh', '-c', `ulimit -n ${String(descriptorsMax)} && exec "$0" "$@"`];
const connects = 2000;
const streams = 20;

let base: string;
let upstream: ScriptedUpstream;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-descriptors-'));
  upstream = await startScriptedUpstream();
});
after(async () => {
  await upstream.close();
  await rm(base, { recursive: true, force: true });
});

/** Silent connections; counts how many are open and how many were closed at once. */
class Crowd {
  readonly #sockets: Socket[];
  connected = 0;
  dropped = 0;

  constructor(port: number) {
    this.#sockets = Array.from({ length: connects }, () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('connect', () => (this.connected += 1));
      socket.on('error', () => undefined);
      socket.on('close', () => (this.dropped += 1));
      return socket;
    });
  }

  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Streams that send a chunk at each step of the valve, until the gate opens. */
async function openStreams(server: ServerProcess, account: LoadedAccount) {
  const valve = new Valve();
  const gate = new Gate();
  upstream.next(...Array.from({ length: streams }, () => chatStream(['Hello ', valve, 'still ', gate, 'there'])));
  const answers = await Promise.all(
    Array.from({ length: streams }, () => server.post(account.keys[0] ?? '', { model, messages, stream: true })),
  );
  return {
    valve,
    gate,
    texts: answers.map((answer) => answer.text()),
    ids: answers.map(({ headers }) => headers.get('x-request-id')),
  };
}

/** Time until a call on a separate connection is served. */
async function untilServed(server: ServerProcess, key: string): Promise<number> {
  const startedMs = performance.now();
  await waitFor(
    async () => {
      try {
        const response = await fetch(`${server.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify({ model, messages }),
        });
        await response.text();
        return response.status === 200;
      } catch {
        // The service may still be busy closing the crowd's connections.
        return false;
      }
    },
    { what: 'calls are served again', everyMs: 5 },
  );
  return Math.round(performance.now() - startedMs);
}

test('2,000 connections to a process with 256 file descriptors end nothing that runs, and it serves again when they are gone', async (context) => {
  const server = await ServerProcess.start(join(base, 'data'), {}, bounded);
  try {
    const account = await prepareForLoad(server, upstream);
    const { valve, gate, texts, ids } = await openStreams(server, account);
    const crowd = new Crowd(Number(new URL(server.url).port));
    await waitFor(() => crowd.connected >= descriptorsMax && crowd.dropped > 0, { what: 'no descriptor is left', everyMs: 5 });
    valve.release(streams);
    // Chunks are sent and streams end while no descriptor is free.
    gate.open();
    const whole = (await Promise.all(texts)).filter((text) => text.endsWith('data: [DONE]\n\n')).length;
    assert.equal(whole, streams, 'streams that run are not touched');
    const { connected, dropped } = crowd;
    crowd.leave();
    const recoveryMs = await untilServed(server, account.keys[0] ?? '');
    const audit = await server.admin('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0']);
    const rows = new Map((await rowsAfter(server, account.id)).map((row) => [row.id, row]));
    for (const id of ids) assert.deepEqual([rows.get(id ?? '')?.ending, rows.get(id ?? '')?.charge_exact], ['complete', charge]);
    assert.equal((await server.stop()).code, 0);
    reportFigures(context, 'F12', {
      'file descriptors': descriptorsMax,
      'connections tried': connects,
      'connections made': connected,
      'dropped at once': dropped,
      'open streams': streams,
      'streams cut': streams - whole,
      crashes: 0,
      'until a new call is served after they left, ms': recoveryMs,
    });
  } finally {
    await server.kill();
  }
});
