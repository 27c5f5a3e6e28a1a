import type { Clock } from '../../platform/clock.ts';
import type { Exchange, ExchangeSink, UpstreamFault, UpstreamTimeouts } from '../../upstream/exchange.ts';

/** One step of the sandbox in a call. A script that ends has answered completely. */
export type SandboxStep =
  | { readonly kind: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  /** As much work was done as fits into one turn of the event loop. */
  | { readonly kind: 'turn' }
  /** `Infinity` stalls until a deadline of the caller. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'break' };

export interface SandboxExchangeOptions {
  readonly clock: Clock;
  readonly script: Iterator<SandboxStep>;
  readonly timeouts: UpstreamTimeouts;
  readonly sink: ExchangeSink;
  /** Called once, regardless of how the exchange ended. */
  readonly onOver: (exchange: SandboxExchange) => void;
  /** Receives what the script or the sink threw. */
  readonly onDefect: (error: unknown) => void;
}

/** Maximum number of steps before other work of the process gets its turn. */
const stepsPerTurn = 32;
const bytesPerTurn = 64 * 1024;

/** An error in a script or a sink affects only this exchange: its call still has to be settled. */
const notProcessed: UpstreamFault = { kind: 'protocol', cause: 'the answer could not be processed here' };

/** Plays a script to a sink under the same rules as a real connection: deadlines, pauses, cancellation, exactly one ending. */
export class SandboxExchange implements Exchange {
  readonly isSent = true;
  readonly #clock: Clock;
  readonly #sink: ExchangeSink;
  readonly #script: Iterator<SandboxStep>;
  readonly #timeouts: UpstreamTimeouts;
  readonly #onOver: (exchange: SandboxExchange) => void;
  readonly #onDefect: (error: unknown) => void;
  readonly #stopTotal: () => void;
  #stopWait: (() => void) | null = null;
  #turn: NodeJS.Immediate | null = null;
  /** The deadline expired during a pause, which suspends it, so it starts again. */
  #waitAgainMs: number | null = null;
  #paused = false;
  #over = false;
  #firstByteSeen = false;
  #bytesThisTurn = 0;

  constructor({ clock, script, timeouts, sink, onOver, onDefect }: SandboxExchangeOptions) {
    this.#clock = clock;
    this.#script = script;
    this.#timeouts = timeouts;
    this.#sink = sink;
    this.#onOver = onOver;
    this.#onDefect = onDefect;
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

  /** Continues in a separate turn of the event loop, so that nothing is called from within `send` or `resume`. */
  #yieldTurn(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.#run();
    });
  }

  #run(): void {
    try {
      this.#play();
    } catch (error) {
      this.#fault(notProcessed);
      this.#onDefect(error);
    }
  }

  #play(): void {
    this.#bytesThisTurn = 0;
    for (let steps = 0; steps < stepsPerTurn && this.#bytesThisTurn < bytesPerTurn; steps += 1) {
      if (this.#over || this.#paused) return;
      const next = this.#script.next();
      if (next.done === true) {
        this.#end();
        return;
      }
      if (next.value.kind === 'turn') break;
      if (!this.#take(next.value)) return;
    }
    this.#yieldTurn();
  }

  #end(): void {
    if (!this.#finish()) return;
    try {
      this.#sink.onEnd();
    } catch (error) {
      this.#report(notProcessed);
      this.#onDefect(error);
    }
  }

  /** Returns `false` if the script does not continue immediately. */
  #take(step: Exclude<SandboxStep, { kind: 'turn' }>): boolean {
    switch (step.kind) {
      case 'head':
        this.#sink.onHead(step.status, step.headers);
        return true;
      case 'data':
        this.#firstByteSeen = true;
        this.#bytesThisTurn += step.bytes.length;
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
    if (this.#finish()) this.#report(fault);
  }

  #report(fault: UpstreamFault): void {
    try {
      this.#sink.onFault(fault);
    } catch (error) {
      this.#onDefect(error);
    }
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
