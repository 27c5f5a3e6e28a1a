/** A process that is paused for a while under load, with shorter time limits, and what must hold afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../proofs/seed.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { checkAfterKill } from './check-after-kill.ts';
import { keyIds, messages, model, prepareForLoad, rowsAfter, type LoadedAccount } from './loaded-process.ts';
import { kindOfWorker, MixedLoad, scriptMixedLoad, silentMostMs, type LoadCall } from './mixed-load.ts';
import { streamText } from '../stream-text.ts';

/**
 * Shorter than any pause: an upstream that is silent for this long is cancelled. The slowest upstream of the load stays below it, even on a
 * machine that also runs upstream and clients.
 */
const patienceMs = silentMostMs + 900;
const pieceEveryMs = 100;
const streamCount = 10;
/** Streams continue for this long after a pause. */
const tailMs = 1000;

/** A point where the upstream waits briefly. */
class Beat extends Gate {
  override pass(): Promise<void> {
    setTimeout(() => {
      this.open();
    }, pieceEveryMs);
    return super.pass();
  }
}

export class HeldUpService {
  readonly server: ServerProcess;
  readonly #upstream: ScriptedUpstream;
  readonly #account: LoadedAccount;

  private constructor(server: ServerProcess, upstream: ScriptedUpstream, account: LoadedAccount) {
    this.server = server;
    this.#upstream = upstream;
    this.#account = account;
    scriptMixedLoad(upstream, seededRandom());
  }

  static async start(
    folder: string,
    upstream: ScriptedUpstream,
    env: Readonly<Record<string, string>> = {},
  ): Promise<HeldUpService> {
    const limits = ['CONNECT', 'FIRST_BYTE', 'IDLE', 'SLOW_CLIENT'].map((name) => [
      `TOLLGATE_${name}_TIMEOUT_MS`,
      String(patienceMs),
    ]);
    const server = await ServerProcess.start(folder, { ...(Object.fromEntries(limits) as Record<string, string>), ...env });
    try {
      return new HeldUpService(server, upstream, await prepareForLoad(server, upstream, { keyCount: kindOfWorker.length + 1 }));
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  /** Streams whose upstream sends a chunk from time to time, before, during and after the pause. */
  async #steadyStreams(holdMs: number): Promise<readonly Promise<string>[]> {
    const beats = Math.ceil((holdMs + tailMs) / pieceEveryMs);
    this.#upstream.script('steady', (exchange) =>
      chatStream(['Hello ', ...Array.from({ length: beats }, () => [new Beat(), 'and ']).flat(), 'goodbye'])(exchange),
    );
    const body = { model, messages, stream: true, metadata: { script: 'steady', call: -1 } };
    const key = this.#account.keys[kindOfWorker.length] ?? '';
    const answers = await Promise.all(Array.from({ length: streamCount }, () => this.server.post(key, body)));
    return answers.map((answer) => streamText(answer));
  }

  /** Pauses the process under load. Afterwards every call must have succeeded, with exactly one row. */
  async holdUp(holdMs: number, hold: () => Promise<void>) {
    const load = new MixedLoad(this.server, this.#account.keys);
    const texts = await this.#steadyStreams(holdMs);
    await load.warm();
    await pause(200);
    const madeBefore = load.made;
    await hold();
    await load.more(100);
    await load.stop();
    const streams = await Promise.all(texts);
    // The runtime checks the age of headers before it reads the connections. Headers in transit when the process was paused can get a free
    // refusal that asks for a retry, which every client then does.
    const again = load.all.filter(({ status, refusal }) => status === 408 && refusal?.includes('"request_timeout"') === true);
    const unserved = load.all.filter((call) => call.kind !== 'refused' && call.status !== 200 && !again.includes(call));
    assert.deepEqual(await this.#known(unserved), [], 'every call is served, or told to come again');
    assert.deepEqual(
      streams.filter((text) => !text.endsWith('data: [DONE]\n\n')),
      [],
      'every stream ends whole',
    );
    const figures = await this.#checkRows(load, again);
    return { ...figures, streams: streams.length, 'calls made before': madeBefore, 'told to come again (408)': again.length };
  }

  /** Calls with the service's data of each, in particular what it received from the upstream. */
  async #known(calls: readonly LoadCall[]) {
    if (calls.length === 0) return [];
    await this.server.admin('POST', '/audit');
    const known = (id: string) => this.server.admin<object>('GET', `/calls/${id}`).catch(String);
    return Promise.all(calls.map(async (call) => ({ ...call, known: await known(call.id ?? '') })));
  }

  /** @param again calls that were asked to retry. A call whose headers were never read belongs to no account and has no row. */
  async #checkRows(load: MixedLoad, again: readonly LoadCall[]) {
    const { id } = this.#account;
    // The audit first stores all queued records.
    const audit = await this.server.admin('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0'], JSON.stringify(audit));
    const all = await rowsAfter(this.server, id);
    const ids = await keyIds(this.server, id);
    const workers = new Set(ids.slice(0, kindOfWorker.length));
    const rows = all.filter((row) => workers.has(row.key_id));
    const saw = new Set<number>();
    const known = new Set(rows.map((row) => row.id));
    const isNobodys = (call: LoadCall): boolean => again.includes(call) && !known.has(call.id ?? '');
    const calls = load.calls.map((own) => own.filter((call) => !isNobodys(call)));
    const figures = checkAfterKill({ calls, keyIds: ids, rows, committed: [], upstreamSaw: saw, killedMs: 0 });
    const timedOut = all.filter(({ ending }) => ending === 'timeout' || ending === 'upstream_broke').length;
    const repeated = all.filter(({ attempts }) => attempts > 1).length;
    assert.deepEqual(
      { timedOut, repeated, unpaid: figures.deliveredUncharged, without: figures.withoutRow, interrupted: figures.interrupted },
      { timedOut: 0, repeated: 0, unpaid: 0, without: 0, interrupted: 0 },
    );
    return {
      'calls made': figures.calls + streamCount,
      'calls failed': 0,
      'upstreams blamed': timedOut + repeated,
      'double settles': 0,
      'calls without exactly one row': figures.withoutRow,
    };
  }

  /** A key whose rate limit is reached. */
  async usedUpKey(): Promise<string> {
    const settings = { limits: { requests_per_minute: 5 } };
    const { key } = await this.server.admin<{ key: string }>('POST', `/accounts/${this.#account.id}/keys`, settings);
    for (let call = 0; call < 5; call += 1) assert.equal((await this.server.post(key, { model, messages })).status, 200);
    return key;
  }
}
