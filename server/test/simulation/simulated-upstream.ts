import type { Dispatcher } from 'undici';
import type { Chance } from './chance.ts';
import type { Trace } from './trace.ts';
import { upstreamProtocolAt, type UpstreamProtocol } from './upstream-protocols.ts';
import type { Clock } from '../../src/platform/clock.ts';

/** What an upstream does with one request. */
type Script =
  | 'good'
  | 'no usage'
  | 'lying'
  | 'zero usage'
  | 'refusal'
  | 'client fault'
  | 'refused connection'
  | 'reset at once'
  | 'reset midway'
  | 'cut midway'
  | 'finish, then reset'
  | 'stalled'
  | 'stalled midway'
  | 'error event';

const scripts: Readonly<Record<Script, number>> = {
  good: 60,
  'no usage': 4,
  lying: 3,
  'zero usage': 2,
  refusal: 8,
  'client fault': 2,
  'refused connection': 4,
  'reset at once': 3,
  'reset midway': 5,
  'cut midway': 3,
  'finish, then reset': 2,
  stalled: 1,
  'stalled midway': 1,
  'error event': 2,
};

export interface UsageSent {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** One request as the upstream saw it. */
export interface Attempt {
  readonly protocol: UpstreamProtocol['name'];
  readonly script: Script;
  /** Whether the whole response was sent, including its terminal event. */
  isComplete: boolean;
  /** The usage in a complete response; `null` for none, `invalid` for nonsense. */
  usage: UsageSent | 'invalid' | null;
}

interface Piece {
  readonly afterMs: number;
  readonly bytes: Buffer;
}

interface Plan {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly pieces: readonly Piece[];
  readonly ending: 'end' | 'reset' | 'stall';
  readonly usage: Attempt['usage'];
  readonly isAnswer: boolean;
}

interface Asked {
  readonly protocol: UpstreamProtocol;
  readonly model: string;
  readonly stream: boolean;
  readonly wantsUsage: boolean;
  readonly tag: string;
}

const endings: Readonly<Partial<Record<Script, Plan['ending']>>> = {
  'reset at once': 'reset',
  'reset midway': 'reset',
  'finish, then reset': 'reset',
  stalled: 'stall',
  'stalled midway': 'stall',
};

const wholeAnswers: ReadonlySet<Script> = new Set(['good', 'no usage', 'lying', 'zero usage']);

function reset(): Error {
  return Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' });
}

/** One request on one connection in memory: what the HTTP client would report, at random times. */
class Connection implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #clock: Clock;
  readonly #plan: Plan;
  readonly #attempt: Attempt;
  #next = 0;
  #isDue = false;
  #isOver = false;

  constructor(handler: Dispatcher.DispatchHandler, clock: Clock, plan: Plan, attempt: Attempt) {
    this.#handler = handler;
    this.#clock = clock;
    this.#plan = plan;
    this.#attempt = attempt;
  }

  /** `false`: the gateway no longer wanted anything. */
  begin(): boolean {
    try {
      this.#handler.onRequestStart?.(this, null);
    } catch {
      return false;
    }
    this.#wait();
    return true;
  }

  abort(reason: Error): void {
    if (this.#isOver) return;
    this.aborted = true;
    this.reason = reason;
    this.#isOver = true;
    queueMicrotask(() => this.#handler.onResponseError?.(this, reason));
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    if (this.#isDue) this.#deliver();
  }

  #wait(): void {
    const piece = this.#plan.pieces[this.#next];
    const afterMs = piece?.afterMs ?? (this.#plan.ending === 'stall' ? null : 1);
    if (afterMs === null) return;
    this.#clock.after(afterMs, () => {
      this.#isDue = true;
      if (!this.paused) this.#deliver();
    });
  }

  #deliver(): void {
    this.#isDue = false;
    if (this.#isOver) return;
    const piece = this.#plan.pieces[this.#next];
    if (piece === undefined) {
      this.#end();
      return;
    }
    if (this.#next === 0) this.#handler.onResponseStart?.(this, this.#plan.status, this.#plan.headers);
    this.#next += 1;
    const isLast = this.#next === this.#plan.pieces.length && this.#plan.ending === 'end';
    if (isLast) this.#attempt.isComplete = this.#plan.isAnswer;
    if (!this.#isStopped()) this.#handler.onResponseData?.(this, piece.bytes);
    if (!this.#isStopped()) this.#wait();
  }

  #isStopped(): boolean {
    return this.#isOver;
  }

  #end(): void {
    this.#isOver = true;
    if (this.#plan.ending === 'reset') this.#handler.onResponseError?.(this, reset());
    else this.#handler.onResponseEnd?.(this, {});
  }
}

/** All upstreams of a world, below the interface of the HTTP client: no connection is opened, and nothing is sent. */
export class SimulatedUpstream {
  /** By the tag of the client's request. */
  readonly attempts = new Map<string, Attempt[]>();
  readonly #chance: Chance;
  readonly #trace: Trace;

  constructor(chance: Chance, trace: Trace) {
    this.#chance = chance;
    this.#trace = trace;
  }

  /** Replaces the HTTP client of one process, and ends with it. */
  dispatcherFor(clock: Clock): Dispatcher {
    const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
      this.#answer(clock, options, handler);
      return true;
    };
    return { dispatch } as unknown as Dispatcher;
  }

  #answer(clock: Clock, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const chance = this.#chance;
    const body = Buffer.from(options.body as Buffer);
    this.#trace.bytes(clock.monotonicMs(), 'upstream', body);
    const asked = readAsked(body, options.path);
    const script = chance.weighted(scripts);
    const plan = this.#planOf(script, asked);
    const attempt: Attempt = { protocol: asked.protocol.name, script, isComplete: false, usage: plan.usage };
    const connectMs = chance.skewed(0, script === 'stalled' ? 4_000 : 60);
    clock.after(connectMs, () => {
      if (script === 'refused connection') {
        const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
        handler.onResponseError?.(null as never, error);
        return;
      }
      if (!new Connection(handler, clock, plan, attempt).begin()) return;
      const known = this.attempts.get(asked.tag);
      if (known === undefined) this.attempts.set(asked.tag, [attempt]);
      else known.push(attempt);
    });
  }

  #planOf(script: Script, asked: Asked): Plan {
    const chance = this.#chance;
    if (script === 'refusal') return this.#refusal(chance.pick([500, 502, 503, 429, 401, 404]));
    if (script === 'client fault') return this.#refusal(400);
    const sent = this.#usageOf(script);
    const words = Math.max(1, Math.min(60, typeof sent === 'object' && sent !== null ? sent.output : 5));
    return {
      status: 200,
      headers: { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' },
      pieces: this.#pieces(this.#broken(script, Buffer.from(this.#answerText(asked, sent, words)), asked), asked.stream),
      ending: endings[script] ?? 'end',
      // Zeros next to text count as no report, so the product estimates.
      usage: script === 'zero usage' ? null : sent,
      isAnswer: wholeAnswers.has(script),
    };
  }

  #usageOf(script: Script): Attempt['usage'] {
    const chance = this.#chance;
    if (script === 'no usage') return null;
    if (script === 'lying') return 'invalid';
    if (script === 'zero usage') return { input: 0, cached: 0, output: 0 };
    const input = chance.skewed(1, 3_000);
    // Zero output of an answer with text is half a report, and the product estimates the other half.
    return { input, cached: chance.happens(0.3) ? chance.whole(0, input) : 0, output: chance.skewed(1, 400) };
  }

  #refusal(status: number): Plan {
    const bytes = Buffer.from(JSON.stringify({ error: { message: 'scripted', type: 'scripted', param: null, code: null } }));
    const headers: Record<string, string> = status === 429 ? { 'retry-after': '2' } : {};
    const pieces = [{ afterMs: this.#chance.skewed(1, 300), bytes }];
    return {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      pieces,
      ending: 'end',
      usage: null,
      isAnswer: false,
    };
  }

  /** As much of a valid response as the script permits. */
  #broken(script: Script, bytes: Buffer, { stream, protocol }: Asked): Buffer {
    const chance = this.#chance;
    const { terminal, errorEvent } = protocol;
    if (script === 'reset at once' || script === 'stalled') return Buffer.alloc(0);
    if (script.endsWith('midway')) return bytes.subarray(0, chance.whole(1, bytes.length - (stream ? terminal.length + 3 : 2)));
    if (script === 'finish, then reset') return bytes.subarray(0, bytes.length - (stream ? terminal.length : 1));
    if (script === 'error event') {
      return stream
        ? Buffer.concat([bytes.subarray(0, bytes.indexOf('\n\n') + 2), Buffer.from(errorEvent)])
        : bytes.subarray(0, -1);
    }
    return bytes;
  }

  #pieces(bytes: Buffer, stream: boolean): readonly Piece[] {
    const chance = this.#chance;
    const pieces: Piece[] = [];
    let at = 0;
    const largest = stream ? chance.pick([40, 300, 2_000]) : 20_000;
    while (at < bytes.length) {
      const length = chance.whole(1, largest);
      const afterMs = at === 0 ? chance.skewed(1, 2_000) : chance.skewed(0, 250);
      pieces.push({ afterMs, bytes: bytes.subarray(at, at + length) });
      at += length;
    }
    return pieces;
  }

  #answerText({ protocol, model, stream, wantsUsage, tag }: Asked, sent: Attempt['usage'], count: number): string {
    const { lies } = protocol;
    const usage = sent === null ? null : sent === 'invalid' ? this.#chance.pick(lies) : protocol.usage(sent);
    const words = Array.from({ length: count }, (_, word) => `${tag}-${String(word)} `);
    const answer = { tag, model, words, usage, wantsUsage };
    return stream ? protocol.stream(answer) : protocol.whole(answer);
  }
}

/** The text of a message: as one string, or as the first of its parts. */
type Content = string | readonly { readonly text?: string }[];

function readAsked(body: Buffer, path: string): Asked {
  const asked = JSON.parse(body.toString()) as {
    readonly model: string;
    readonly stream?: boolean;
    readonly stream_options?: { readonly include_usage?: boolean } | null;
    readonly messages: readonly { readonly content: Content }[];
  };
  const content = asked.messages[0]?.content ?? '';
  const text = typeof content === 'string' ? content : (content[0]?.text ?? '');
  const [tag = ''] = text.split(' ');
  const wantsUsage = asked.stream_options?.include_usage === true;
  return { protocol: upstreamProtocolAt(path), model: asked.model, stream: asked.stream === true, wantsUsage, tag };
}
