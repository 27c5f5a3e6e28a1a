import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { mustAdmin } from '../ask-admin.ts';
import { isFullProof } from '../proofs/counts.ts';
import { inTime } from '../wait-for.ts';
import type { Meters, WorkRequest } from './gateway-process.ts';
import type { TrafficRequest, TrafficSeen } from './traffic-process.ts';

/** The effect of a task on everything else. */
export interface Effect {
  readonly ms: number;
  readonly gateway: Meters;
  readonly traffic: TrafficSeen;
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** The next message of a process; fails if it ends instead. */
async function nextFrom<Said>(child: ChildProcess): Promise<Said> {
  const enough = new AbortController();
  const { signal } = enough;
  const [said] = (await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })])) as [Said];
  enough.abort();
  assert.ok(child.exitCode === null && child.signalCode === null, 'a process ended');
  return said;
}

async function ask<Answer>(child: ChildProcess, message: WorkRequest | TrafficRequest): Promise<Answer> {
  const answered = nextFrom<Answer>(child);
  child.send(message);
  return answered;
}

/** The program with large books in a separate process, with streams and calls from another one. */
export class BooksUnderLoad {
  readonly #gateway: ChildProcess;
  readonly #traffic: ChildProcess;
  readonly #url: string;
  readonly #token: string;

  private constructor(parts: { gateway: ChildProcess; traffic: ChildProcess; url: string; token: string }) {
    this.#gateway = parts.gateway;
    this.#traffic = parts.traffic;
    this.#url = parts.url;
    this.#token = parts.token;
  }

  static async start({ folder, env: more }: { folder: string; env: Readonly<Record<string, string>> }): Promise<BooksUnderLoad> {
    const env = {
      ...more,
      PATH: process.env.PATH ?? '',
      // As with `npm start`: without compiled code, each thread loads the type stripper, which costs 50 MB.
      NODE_COMPILE_CACHE: script('../../../node_modules/.cache/tollgate'),
      TOLLGATE_DATA_DIR: folder,
      TOLLGATE_PORT: '0',
      TOLLGATE_LOG_LEVEL: 'silent',
    };
    const gateway = fork(script('./gateway-process.ts'), [], { env, execArgv: [] });
    const { url, adminToken } = await nextFrom<{ url: string; adminToken: string }>(gateway);
    const traffic = fork(script('./traffic-process.ts'), [], { execArgv: [] });
    return new BooksUnderLoad({ gateway, traffic, url, token: adminToken });
  }

  /** Starts streams and calls. */
  async load(caller: { readonly key: string; readonly model: string }): Promise<void> {
    const upstream = await nextFrom<string>(this.#traffic);
    await this.admin('POST', '/providers', {
      name: upstream,
      dialect: 'chat-completions',
      routes: [{ region: 'domestic', base_url: upstream, api_key: 'x' }],
      models: [{ model: caller.model }],
    });
    this.#traffic.send(['start', { url: this.#url, ...caller }]);
    await this.calls(20);
    await this.effectOf(() => Promise.resolve());
  }

  /** Waits until this many more short calls have succeeded. */
  async calls(count: number): Promise<void> {
    const enough = nextFrom(this.#traffic);
    this.#traffic.send(['await', count]);
    await enough;
  }

  /** Sets the interval of short calls; `null` for the initial one. */
  callEvery(everyMs: number | null): void {
    this.#traffic.send(['every', everyMs]);
  }

  admin<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return mustAdmin<Answer>({ url: this.#url, token: this.#token }, method, path, { body });
  }

  /** Runs work that otherwise only time triggers. */
  work<Answer>(request: WorkRequest): Promise<Answer> {
    return ask(this.#gateway, request);
  }

  meters(): Promise<Meters> {
    return this.work(['meters']);
  }

  /** The effect on this many calls of a process that only counts, at the lowest priority. */
  async effectOfCounting(calls: number): Promise<Effect> {
    const counting = fork(script('./counting-process.ts'), [], { execArgv: [] });
    const ended = once(counting, 'exit');
    try {
      await once(counting, 'spawn');
      return await this.effectOf(() => this.calls(calls));
    } finally {
      counting.disconnect();
      await inTime(ended, { what: 'the counting process ends' });
    }
  }

  /** Runs an action and returns its effect on streams, calls and commits. None of them may fail. */
  async effectOf(action: () => Promise<unknown>): Promise<Effect> {
    await this.meters();
    await ask<TrafficSeen>(this.#traffic, ['take']);
    const startedMs = performance.now();
    await action();
    const ms = Math.round(performance.now() - startedMs);
    const effect = { ms, gateway: await this.meters(), traffic: await ask<TrafficSeen>(this.#traffic, ['take']) };
    assert.equal(effect.traffic.failures, 0, 'a call failed meanwhile');
    // Only in the full proof: other tests can keep the disk busy for a second, which is an outage and not the fault of the work.
    if (isFullProof) assert.deepEqual([effect.traffic.refused, effect.gateway.state], [0, 'normal'], 'an outage was declared');
    return effect;
  }

  async stop(): Promise<void> {
    if (this.#traffic.connected) this.#traffic.send(['end']);
    if (this.#gateway.connected) this.#gateway.send(['stop']);
    for (const child of [this.#traffic, this.#gateway]) {
      if (child.exitCode === null && child.signalCode === null) await inTime(once(child, 'exit'), { what: 'a process ends' });
    }
  }
}
