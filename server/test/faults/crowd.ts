/** Many intentionally slow clients in a separate thread, together with their upstream. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inTime } from '../wait-for.ts';
import type { SlowEnd } from './slow-request.ts';

/** Longer than a crowd needs to connect on a busy machine. */
const patienceMs = 180_000;

export interface RequestsOrder {
  readonly kind: 'requests';
  readonly port: number;
  readonly key: string;
  /** Connections that never complete their headers, and connections that never complete their body. */
  readonly heads: number;
  readonly bodies: number;
  /** Time over which they connect. */
  readonly spreadMs: number;
}

export interface ReadersOrder {
  readonly kind: 'readers';
  readonly port: number;
  readonly key: string;
  readonly readers: number;
  /** Size of each response. */
  readonly bytes: number;
  readonly stream: boolean;
  readonly model: string;
  readonly spreadMs: number;
}

export type CrowdOrder = RequestsOrder | ReadersOrder | { readonly kind: 'look' | 'stop' };

export interface CrowdAnswer {
  readonly upstreamUrl: string;
  /** How connections ended so far. */
  readonly ends: readonly SlowEnd[];
}

export class Crowd {
  readonly upstreamUrl: string;
  readonly #worker: Worker;

  private constructor(worker: Worker, upstreamUrl: string) {
    this.#worker = worker;
    this.upstreamUrl = upstreamUrl;
  }

  static async start(): Promise<Crowd> {
    const worker = new Worker(new URL('./crowd-worker.ts', import.meta.url));
    const [{ upstreamUrl }] = (await inTime(once(worker, 'message'), { what: 'the thread of the crowd runs' })) as [CrowdAnswer];
    return new Crowd(worker, upstreamUrl);
  }

  /** Resolves when all are connected, or all have ended. */
  async order(order: CrowdOrder): Promise<CrowdAnswer> {
    const answered = inTime(once(this.#worker, 'message'), { what: `the crowd obeys: ${order.kind}`, withinMs: patienceMs });
    this.#worker.postMessage(order);
    const [answer] = (await answered) as [CrowdAnswer];
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
