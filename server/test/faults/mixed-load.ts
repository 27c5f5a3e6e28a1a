/** Continuous calls of every kind: streams, whole responses, slow ones, refused ones, and clients that disconnect. */
import { after, chat, chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import type { ServerProcess } from '../scenarios/server-process.ts';
import { inTime } from '../wait-for.ts';
import { messages, model } from './loaded-process.ts';
import { streamText } from '../stream-text.ts';

export type CallKind = 'stream' | 'whole' | 'slow' | 'refused' | 'leaving';

/** A call as its client knows it. */
export interface LoadCall {
  /** Also part of the request, so that the upstream can report whether it received the call. */
  readonly number: number;
  readonly kind: CallKind;
  readonly startedMs: number;
  /** Known once the headers of the response have arrived. */
  id: string | null;
  status: number | null;
  /** The error if the call did not succeed. */
  refusal: string | null;
  /** Whether the client read a valid response to its end. */
  delivered: boolean;
  isOver: boolean;
}

/** The kind of calls of each worker: about 200 calls per second on an idle machine. */
export const kindOfWorker: readonly CallKind[] = [
  ...Array<CallKind>(6).fill('stream'),
  ...Array<CallKind>(6).fill('whole'),
  ...Array<CallKind>(5).fill('slow'),
  ...Array<CallKind>(3).fill('refused'),
  ...Array<CallKind>(4).fill('leaving'),
];

/** Opens after this time: the duration of the upstream. */
function timedGate(ms: number): Gate {
  const gate = new Gate();
  setTimeout(() => {
    gate.open();
  }, ms).unref();
  return gate;
}

const slowLeastMs = 300;
/** Maximum time to the first byte of any upstream in the load. */
export const silentMostMs = 600;

/** The upstream's behaviour for each kind of call. */
export function scriptMixedLoad(upstream: ScriptedUpstream, random: () => number): void {
  upstream.script('stream', (exchange) => chatStream(['Hello ', timedGate(30 + 60 * random()), 'there'])(exchange));
  upstream.script('whole', (exchange) => after(timedGate(20 + 60 * random()), chat())(exchange));
  upstream.script('slow', (exchange) =>
    after(timedGate(slowLeastMs + (silentMostMs - slowLeastMs) * random()), chat())(exchange),
  );
  upstream.script('leaving', (exchange) => after(timedGate(20 + 60 * random()), chatStream(['Hello ', new Gate()]))(exchange));
}

function bodyOf({ kind, number }: LoadCall): object {
  const metadata = { script: kind, call: number };
  if (kind === 'refused') return number % 2 === 0 ? { model: 'no/such', messages } : { model, messages: [], metadata };
  const stream = kind === 'stream' || kind === 'leaving' || (kind === 'slow' && number % 2 === 0);
  return { model, messages, stream, metadata };
}

export class MixedLoad {
  /** Calls of each worker, in order. */
  readonly calls: readonly LoadCall[][] = kindOfWorker.map(() => []);
  /** Ends when no worker makes progress, or all were asked to stop. */
  readonly over: Promise<unknown>;
  readonly #server: ServerProcess;
  readonly #keys: readonly string[];
  #made: number;
  #isStopping = false;
  #lost: unknown = null;
  #wake: () => void = () => undefined;

  constructor(server: ServerProcess, keys: readonly string[], firstNumber = 0) {
    this.#server = server;
    this.#keys = keys;
    this.#made = firstNumber;
    this.over = Promise.all(kindOfWorker.map((kind, worker) => this.#work(kind, worker)));
  }

  get all(): readonly LoadCall[] {
    return this.calls.flat();
  }

  get made(): number {
    return this.#made;
  }

  get inFlight(): number {
    return this.all.filter(({ isOver }) => !isOver).length;
  }

  /** Waits until every worker has finished a call, except the slow ones. */
  async warm(): Promise<void> {
    const isCold = (worker: number): boolean => kindOfWorker[worker] !== 'slow' && this.calls[worker]?.[0]?.isOver !== true;
    while (kindOfWorker.some((_, worker) => isCold(worker))) await this.#nextCall();
  }

  /** Waits until this many more calls have ended. */
  async more(count: number): Promise<void> {
    const overNow = (): number => this.all.filter(({ isOver }) => isOver).length;
    const wanted = overNow() + count;
    while (overNow() < wanted) await this.#nextCall();
  }

  /** Lets running calls end and starts no new ones. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.over;
  }

  /** Waits for a call to end; fails if a worker makes no more progress. */
  async #nextCall(): Promise<void> {
    if (this.#lost !== null) throw new Error('a call got no answer', { cause: this.#lost });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => {
      resolve(undefined);
    };
    await inTime(promise, { what: 'a call of the load is over' });
  }

  async #work(kind: CallKind, worker: number): Promise<void> {
    const own = this.calls[worker] ?? [];
    while (!this.#isStopping) {
      const call: LoadCall = {
        number: this.#made,
        kind,
        startedMs: performance.now(),
        id: null,
        status: null,
        refusal: null,
        delivered: false,
        isOver: false,
      };
      this.#made += 1;
      own.push(call);
      try {
        await this.#make(call, this.#keys[worker] ?? '');
      } catch (error) {
        this.#lost = error;
        return;
      } finally {
        this.#wake();
      }
      // Refused calls take no time, so without a pause they would dominate.
      if (kind === 'refused') await timedGate(80).pass();
    }
  }

  async #make(call: LoadCall, key: string): Promise<void> {
    const leaving = new AbortController();
    const response = await fetch(`${this.#server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(call)),
      signal: leaving.signal,
    });
    call.id = response.headers.get('x-request-id');
    call.status = response.status;
    if (call.kind === 'leaving' && response.status === 200) {
      await response.body?.getReader().read();
      leaving.abort();
    } else {
      const text = await streamText(response);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      call.delivered = response.status === 200 && (!isStream || text.endsWith('data: [DONE]\n\n'));
      if (!call.delivered) call.refusal = text.slice(-300);
    }
    call.isOver = true;
  }
}
