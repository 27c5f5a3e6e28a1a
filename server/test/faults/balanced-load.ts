/** Two services that replace each other, a balancer that checks readiness, and clients that call continuously. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServerProcess } from '../scenarios/server-process.ts';
import type { ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { messages, model, prepareForLoad } from './loaded-process.ts';
import { streamText } from '../stream-text.ts';

const clients = 8;
const askEveryMs = 25;
/** A multiple of the time the balancer needs to notice, because a busy machine can delay the balancer of the test. */
const graceMs = 2000;

class Backend {
  readonly #folder: string;
  #server: ServerProcess;
  readonly key: string;
  isReady = true;
  /** Calls that succeeded although readiness had already failed. */
  servedUnready = 0;

  private constructor(folder: string, server: ServerProcess, key: string) {
    this.#folder = folder;
    this.#server = server;
    this.key = key;
  }

  static async start(folder: string, upstream: ScriptedUpstream): Promise<Backend> {
    const server = await ServerProcess.start(folder, { TOLLGATE_DRAIN_GRACE_MS: String(graceMs) });
    try {
      const { keys } = await prepareForLoad(server, upstream);
      return new Backend(folder, server, keys[0] ?? '');
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  get server(): ServerProcess {
    return this.#server;
  }

  /** Checks readiness continuously, like a balancer. */
  async askReadiness(): Promise<void> {
    try {
      const response = await fetch(`${this.#server.url}/readyz`);
      await response.text();
      this.isReady = response.status === 200;
    } catch {
      this.isReady = false;
    }
  }

  /** Stops the service while the others serve, and starts it again; returns its exit code. */
  async restart(): Promise<number | null> {
    const { code } = await this.#server.stop();
    this.#server = await ServerProcess.start(this.#folder, { TOLLGATE_DRAIN_GRACE_MS: String(graceMs) });
    return code;
  }
}

export class BalancedLoad {
  readonly backends: readonly [Backend, Backend];
  calls = 0;
  readonly failures: string[] = [];
  #isOver = false;
  readonly #working: Promise<unknown>;

  private constructor(backends: readonly [Backend, Backend]) {
    this.backends = backends;
    this.#working = Promise.all([this.#balance(), ...Array.from({ length: clients }, (_, client) => this.#call(client))]);
  }

  static async start(folder: string, upstream: ScriptedUpstream): Promise<BalancedLoad> {
    const first = await Backend.start(join(folder, 'first'), upstream);
    try {
      return new BalancedLoad([first, await Backend.start(join(folder, 'second'), upstream)]);
    } catch (error) {
      await first.server.kill();
      throw error;
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    await Promise.all(this.backends.map(({ server }) => server.stop()));
  }

  async #balance(): Promise<void> {
    while (!this.#isOver) {
      await Promise.all(this.backends.map((backend) => backend.askReadiness()));
      await pause(askEveryMs);
    }
  }

  async #call(client: number): Promise<void> {
    for (let turn = client; !this.#isOver; turn += 1) {
      const ready = this.backends.filter(({ isReady }) => isReady);
      const backend = ready[turn % ready.length];
      if (backend === undefined) {
        this.failures.push('no backend is ready');
        await pause(askEveryMs);
      } else await this.#one(backend, turn % 2 === 0);
    }
  }

  async #one(backend: Backend, stream: boolean): Promise<void> {
    this.calls += 1;
    try {
      const response = await backend.server.post(backend.key, { model, messages, stream });
      const text = await streamText(response);
      if (response.status !== 200 || (stream && !text.endsWith('data: [DONE]\n\n'))) {
        this.failures.push(`${String(response.status)} ${text.slice(0, 200)}`);
      } else if (!backend.isReady) backend.servedUnready += 1;
    } catch (error) {
      const { cause } = error as Error;
      this.failures.push(`${String(error)} ${String(cause)}`);
    }
  }
}
