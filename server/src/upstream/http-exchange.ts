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

/** Informational answers (103 and the like) before the real one; some servers send one every few seconds while they work. */
const informationalMax = 100;

/** Reported to a sink that threw: its call still has to be settled. */
const notProcessed: UpstreamFault = { kind: 'protocol', cause: 'the answer could not be processed here' };

/** A fault thrown at the HTTP client to stop it; nothing handles it. */
const stopped = new Error('stopped');

/**
 * The HTTP client's parser is not re-entrant: resuming one connection from inside another's callback would fail. There
 * is one parser for all connections of the process, hence one flag.
 */
let insideParser = false;

/** Some use it for finished or accepted work: the body shows whether it is a whole answer. */
function isDone(status: number): boolean {
  return status === 201 || status === 202;
}

type Phase = 'connecting' | 'waiting' | 'reading' | 'done';

/** One request on one connection: receives from the HTTP client on one side, drives the sink on the other. */
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
  /** A resume came at a bad moment and follows in the next turn, unless a pause comes first. */
  #resumeQueued = false;
  #informational = 0;
  /** Data that came during a pause, because the connection closed and the client flushed its rest. */
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

  /** Hands the request to the HTTP client. `null`: the route has no HTTP address. */
  open(dispatcher: Dispatcher | null, options: Dispatcher.DispatchOptions | null): void {
    this.#options = options;
    if (dispatcher === null || options === null)
      this.#fault({ kind: 'connect', cause: 'the base address is not an http(s) address' });
    else dispatcher.dispatch(options, this);
    this.#opening = false;
  }

  /** Like {@link open}, once the request has its credentials; until then it counts as connecting. */
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
    // repetition by the client, which could be charged twice.
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

  /** From here on the sink gets the decoded body, outside of the parser. */
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

  /** The body may be here to its end, and only not decoded yet. */
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
      // The caller does not hold its exchange yet.
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

  /** The sink threw: its call still has to be settled, so it gets a fault. */
  #defect(error: unknown): void {
    this.#fault(notProcessed);
    this.#context.onDefect(error);
  }

  /** `false` if the sink stopped it again or the exchange is over. */
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

  /** `false` if it was over already. Frees what the exchange holds. */
  #finish(): boolean {
    if (this.#phase === 'done') return false;
    // A request still queued for a connection must not keep its body alive there.
    if (this.#phase === 'connecting' && this.#options !== null) this.#options.body = null;
    this.#phase = 'done';
    this.#held = null;
    this.#options = null;
    this.#context.deadlines.forget(this.#deadline);
    return true;
  }

  /** Destroys the connection; without effect when the answer has ended. */
  #abort(): void {
    this.#controller?.abort(stopped);
  }

  #watch(afterMs: number): Deadline {
    return this.#context.deadlines.watch(afterMs, () => {
      this.#expire();
    });
  }

  /** Restarts the deadline of the phase, never beyond the total one. */
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
