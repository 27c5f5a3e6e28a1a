import type { Dispatcher } from 'undici';
import type { Clock } from '../platform/clock.ts';
import type { Deadline, Deadlines } from '../platform/deadlines.ts';
import { ContentDecoder } from './content-decoder.ts';
import type { Exchange, ExchangeSink, UpstreamFault, UpstreamTimeouts } from './exchange.ts';
import { codingOf, faultOfError, faultOfHead } from './http-faults.ts';

export interface ExchangeContext {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Maximum number of informational responses (103 and the like) before the final one; some servers send one every few seconds while they
 * work.
 */
const informationalMax = 100;

/** Reported to a sink that threw: its call still has to be settled. */
const notProcessed: UpstreamFault = { kind: 'protocol', cause: 'the answer could not be processed here' };

/** Thrown at the HTTP client to stop it; no code handles it. */
const stopped = new Error('stopped');

/**
 * The HTTP client's parser is not re-entrant: resuming one connection within another's callback would fail. All connections of the process
 * share one parser, hence one flag.
 */
let insideParser = false;

/** Some upstreams use these for finished or accepted work; the body shows whether it is a complete answer. */
function isDone(status: number): boolean {
  return status === 201 || status === 202;
}

type Phase = 'connecting' | 'waiting' | 'reading' | 'done';

/** One request on one connection, between the HTTP client, whose events it receives, and the sink. */
export class HttpExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly #context: ExchangeContext;
  readonly #timeouts: UpstreamTimeouts;
  readonly #sink: ExchangeSink;
  readonly #totalAtMs: number;
  #deadline: Deadline;
  #controller: Dispatcher.DispatchController | null = null;
  #options: Dispatcher.DispatchOptions | null = null;
  #phase: Phase = 'connecting';
  #headSeen = false;
  #isSent = false;
  #opening = true;
  #paused = false;
  /** A resume was requested while it was not possible. It follows in the next turn, unless a pause comes first. */
  #resumeQueued = false;
  #informational = 0;
  /** Data that arrived during a pause, because the connection closed and the client flushed its remaining data. */
  #held: Buffer[] | null = null;
  #endHeld = false;
  /** Set for a body with an unrequested content encoding. */
  #decoder: ContentDecoder | null = null;

  constructor(context: ExchangeContext, timeouts: UpstreamTimeouts, sink: ExchangeSink) {
    this.#context = context;
    this.#timeouts = timeouts;
    this.#sink = sink;
    this.#totalAtMs = context.clock.monotonicMs() + timeouts.totalTimeoutMs;
    this.#deadline = this.#watch(Math.min(timeouts.connectTimeoutMs, timeouts.totalTimeoutMs));
  }

  /** Passes the request to the HTTP client. `null`: the route has no HTTP URL. */
  open(dispatcher: Dispatcher | null, options: Dispatcher.DispatchOptions | null): void {
    this.#options = options;
    if (dispatcher === null || options === null)
      this.#fault({ kind: 'connect', cause: 'the base address is not an http(s) address' });
    else dispatcher.dispatch(options, this);
    this.#opening = false;
  }

  /** Like {@link open}, once the request has its credentials. Until then the exchange counts as connecting. */
  async openPrepared(dispatcher: Dispatcher, preparing: Promise<Dispatcher.DispatchOptions>): Promise<void> {
    this.#opening = false;
    try {
      const options = await preparing;
      if (this.#phase !== 'connecting') return;
      this.#options = options;
      dispatcher.dispatch(options, this);
    } catch (error) {
      this.#fault({ kind: 'connect', cause: `the request could not be signed: ${String(error)}` });
    }
  }

  get isSent(): boolean {
    return this.#isSent;
  }

  pause(): void {
    this.#decoder?.pause();
    this.#resumeQueued = false;
    if (this.#phase === 'done' || this.#paused) return;
    this.#paused = true;
    this.#deadline.atMs = this.#totalAtMs;
    this.#controller?.pause();
  }

  resume(): void {
    this.#decoder?.resume();
    if (this.#phase === 'done' || !this.#paused) return;
    if (insideParser) {
      this.#resumeQueued = true;
      setImmediate(() => {
        if (this.#resumeQueued) this.resume();
      });
      return;
    }
    this.#resumeQueued = false;
    this.#paused = false;
    this.#postpone();
    if (this.#held !== null && !this.#releaseHeld()) return;
    this.#controller?.resume();
  }

  cancel(): void {
    this.#decoder?.destroy();
    if (this.#finish()) this.#abort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here drops the request before a byte is written and keeps the connection for others. A second start would be an automatic
    // retry by the client, which could be charged twice.
    if (this.#phase !== 'connecting') throw stopped;
    this.#controller = controller;
    this.#phase = 'waiting';
    this.#isSent = true;
    if (this.#paused) controller.pause();
    else this.#postpone();
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (this.#phase === 'done') return;
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > informationalMax) this.#fault({ kind: 'protocol', cause: 'too many informational answers' });
      return;
    }
    this.#headSeen = true;
    const fault = faultOfHead(status, headers);
    if (fault !== null) {
      this.#fault(fault);
      return;
    }
    insideParser = true;
    try {
      const coding = codingOf(headers);
      if (coding !== null) this.#decode(coding);
      this.#sink.onHead(isDone(status) ? 200 : status, headers);
    } catch (error) {
      this.#defect(error);
    } finally {
      insideParser = false;
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#phase === 'done') return;
    this.#phase = 'reading';
    if (this.#paused) {
      (this.#held ??= []).push(chunk);
      return;
    }
    this.#postpone();
    insideParser = true;
    try {
      this.#hand(chunk);
    } catch (error) {
      this.#defect(error);
    } finally {
      insideParser = false;
    }
  }

  onResponseEnd(): void {
    if (this.#phase === 'done') return;
    if (this.#held !== null) {
      this.#endHeld = true;
      return;
    }
    insideParser = true;
    try {
      this.#end();
    } finally {
      insideParser = false;
    }
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#phase === 'done') return;
    this.#fault(faultOfError(error, this.#phase === 'connecting', this.#headSeen));
  }

  #hand(chunk: Buffer): void {
    if (this.#decoder === null) this.#sink.onData(chunk);
    else this.#decoder.write(chunk);
  }

  /** From here on, the sink receives the decoded body, outside of the parser. */
  #decode(coding: string): void {
    this.#decoder = new ContentDecoder(coding, {
      onData: (chunk) => {
        try {
          this.#sink.onData(chunk);
        } catch (error) {
          this.#failDecoding(notProcessed);
          this.#context.onDefect(error);
        }
      },
      onEnd: () => {
        this.#notifyEnd();
      },
      onFault: (fault) => {
        this.#failDecoding(fault);
      },
      onFull: () => this.#controller?.pause(),
      onRoom: () => {
        if (!this.#isStopped()) this.#controller?.resume();
      },
    });
  }

  /** The whole body may have arrived and only not be decoded yet. */
  #failDecoding(fault: UpstreamFault): void {
    this.#decoder?.destroy();
    if (this.#finish()) this.#abort();
    this.#report(fault);
  }

  #end(): void {
    if (!this.#finish()) return;
    if (this.#decoder === null) this.#notifyEnd();
    else this.#decoder.end();
  }

  #notifyEnd(): void {
    try {
      this.#sink.onEnd();
    } catch (error) {
      this.#report(notProcessed);
      this.#context.onDefect(error);
    }
  }

  #fault(fault: UpstreamFault): void {
    if (this.#opening) {
      // The caller does not yet have its exchange.
      queueMicrotask(() => {
        this.#fault(fault);
      });
      return;
    }
    if (!this.#finish()) return;
    this.#decoder?.destroy();
    this.#abort();
    this.#report(fault);
  }

  #report(fault: UpstreamFault): void {
    try {
      this.#sink.onFault(fault);
    } catch (error) {
      this.#context.onDefect(error);
    }
  }

  /** The sink threw. Its call still has to be settled, so it gets a fault. */
  #defect(error: unknown): void {
    this.#fault(notProcessed);
    this.#context.onDefect(error);
  }

  /** Returns `false` if the sink paused the exchange again or the exchange is over. */
  #releaseHeld(): boolean {
    while (this.#held !== null && this.#held.length > 0) {
      const chunk = this.#held.shift();
      try {
        if (chunk !== undefined) this.#hand(chunk);
      } catch (error) {
        this.#defect(error);
      }
      if (this.#isStopped()) return false;
    }
    this.#held = null;
    if (!this.#endHeld) return true;
    this.#end();
    return false;
  }

  #isStopped(): boolean {
    return this.#paused || this.#phase === 'done';
  }

  /** Frees what the exchange holds. Returns `false` if it was already over. */
  #finish(): boolean {
    if (this.#phase === 'done') return false;
    // A request that is still queued for a connection must not keep its body in memory.
    if (this.#phase === 'connecting' && this.#options !== null) this.#options.body = null;
    this.#phase = 'done';
    this.#held = null;
    this.#options = null;
    this.#context.deadlines.forget(this.#deadline);
    return true;
  }

  /** Destroys the connection; has no effect after the end of the response. */
  #abort(): void {
    this.#controller?.abort(stopped);
  }

  #watch(afterMs: number): Deadline {
    return this.#context.deadlines.watch(afterMs, () => {
      this.#expire();
    });
  }

  /** Restarts the deadline of the current phase, never beyond the total deadline. */
  #postpone(): void {
    const allowedMs =
      this.#phase === 'reading'
        ? this.#timeouts.idleTimeoutMs
        : this.#phase === 'waiting'
          ? this.#timeouts.firstByteTimeoutMs
          : this.#timeouts.connectTimeoutMs;
    this.#context.deadlines.postpone(this.#deadline, allowedMs, this.#totalAtMs);
  }

  #expire(): void {
    const nowMs = this.#context.clock.monotonicMs();
    if (nowMs >= this.#totalAtMs) this.#fault({ kind: 'total_timeout', cause: 'the answer took too long as a whole' });
    else if (this.#phase === 'connecting') this.#fault({ kind: 'connect', cause: 'no connection in time' });
    else if (this.#phase === 'waiting') this.#fault({ kind: 'first_byte_timeout', cause: 'no byte of an answer in time' });
    else this.#fault({ kind: 'idle_timeout', cause: 'the answer stalled' });
  }
}
