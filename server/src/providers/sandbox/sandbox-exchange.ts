import type { Clock } from '../../platform/clock.ts';
import type { Exchange, ExchangeSink, UpstreamFault, UpstreamTimeouts } from '../../upstream/exchange.ts';

/** One thing the sandbox does to a call. A script that ends has answered completely. */
export type SandboxStep =
  | { readonly kind: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  /** `Infinity`: stalls until a deadline of the caller. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'break' };

export interface SandboxExchangeOptions {
  readonly clock: Clock;
  readonly script: Iterator<SandboxStep>;
  readonly timeouts: UpstreamTimeouts;
  readonly sink: ExchangeSink;
  /** Told once, however the exchange ended. */
  readonly onOver: (exchange: SandboxExchange) => void;
}

/** Steps taken before other work of the process gets its turn. */
const stepsPerTurn = 32;

/** Plays a script to a sink under the same rules as a real connection: deadlines, pause, cancellation, one ending. */
export class SandboxExchange implements Exchange {
  readonly isSent = true;
  readonly #clock: Clock;
  readonly #sink: ExchangeSink;
  readonly #script: Iterator<SandboxStep>;
  readonly #timeouts: UpstreamTimeouts;
  readonly #onOver: (exchange: SandboxExchange) => void;
  readonly #stopTotal: () => void;
  #stopWait: (() => void) | null = null;
  #turn: NodeJS.Immediate | null = null;
  /** The deadline ran out during a pause, which suspends it: it starts anew. */
  #waitAgainMs: number | null = null;
  #paused = false;
  #over = false;
  #firstByteSeen = false;

  constructor({ clock, script, timeouts, sink, onOver }: SandboxExchangeOptions) {
    this.#clock = clock;
    this.#script = script;
    this.#timeouts = timeouts;
    this.#sink = sink;
    this.#onOver = onOver;
    this.#stopTotal = clock.after(timeouts.totalTimeoutMs, () => {
      this.#fault({ kind: 'total_timeout', cause: 'the answer took too long as a whole' });
    });
    this.#yieldTurn();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    if (this.#over || !this.#paused) return;
    this.#paused = false;
    const waitMs = this.#waitAgainMs;
    this.#waitAgainMs = null;
    if (waitMs !== null) this.#wait(waitMs);
    else if (this.#stopWait === null) this.#yieldTurn();
  }

  cancel(): void {
    this.#finish();
  }

  /** Goes on in a turn of the event loop of its own, so that nothing is heard from inside `send` or `resume`. */
  #yieldTurn(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.#run();
    });
  }

  #run(): void {
    for (let steps = 0; steps < stepsPerTurn; steps += 1) {
      if (this.#over || this.#paused) return;
      const next = this.#script.next();
      if (next.done === true) {
        if (this.#finish()) this.#sink.onEnd();
        return;
      }
      if (!this.#take(next.value)) return;
    }
    this.#yieldTurn();
  }

  /** `false` if the script does not go on at once. */
  #take(step: SandboxStep): boolean {
    switch (step.kind) {
      case 'head':
        this.#sink.onHead(step.status, step.headers);
        return true;
      case 'data':
        this.#firstByteSeen = true;
        this.#sink.onData(step.bytes);
        return true;
      case 'wait':
        this.#wait(step.ms);
        return false;
      case 'break':
        this.#fault({ kind: 'reset', cause: 'the sandbox broke the connection as asked' });
        return false;
    }
  }

  #wait(ms: number): void {
    const allowedMs = this.#firstByteSeen ? this.#timeouts.idleTimeoutMs : this.#timeouts.firstByteTimeoutMs;
    this.#stopWait = this.#clock.after(Math.min(ms, allowedMs), () => {
      this.#stopWait = null;
      if (ms <= allowedMs) this.#run();
      else if (this.#paused) this.#waitAgainMs = ms;
      else
        this.#fault({ kind: this.#firstByteSeen ? 'idle_timeout' : 'first_byte_timeout', cause: 'the sandbox stalled as asked' });
    });
  }

  #fault(fault: UpstreamFault): void {
    if (this.#finish()) this.#sink.onFault(fault);
  }

  #finish(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#stopTotal();
    this.#stopWait?.();
    if (this.#turn !== null) clearImmediate(this.#turn);
    this.#script.return?.();
    this.#onOver(this);
    return true;
  }
}
