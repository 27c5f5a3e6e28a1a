import type { ApiError } from '@tollgate/contract/errors';
import type { AttemptPlan, Relay, StreamRelay, WholeAnswer } from '../../dialects/dialect.ts';
import type { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { Exchange, ExchangeSink, Transport, UpstreamFault, UpstreamRequest } from '../../upstream/exchange.ts';
import { PolledExchange } from '../../upstream/polled-exchange.ts';
import { mayHaveBegun } from '../../upstream/routing/retry-rule.ts';
import type { ReadyAnswer, AttemptFault, StreamConsumer, ReadyStream } from '../call.ts';
import type { Fit } from '../observations/fit.ts';
import { tooLong } from './collects.ts';
import { ReceivedBody } from './received-body.ts';
import { excused, ofThisRequest, sealedElsewhere } from './of-this-request.ts';
import { refusedForm } from './refused-form.ts';
import { readUpstreamRefusal, sortRefusal } from './upstream-refusal.ts';

/** Error bodies beyond this size add no information. */
const refusalBytesMax = 64 * 1024;

type Refusal = Extract<AttemptResult, { kind: 'client_fault' | 'fault' }>;

export type AttemptResult =
  /** `firstByteMs` counts from the start of the attempt. */
  | { readonly kind: 'answer'; readonly answer: ReadyAnswer; readonly firstByteMs: number }
  /** The request itself is at fault: no other route can help. */
  | { readonly kind: 'client_fault'; readonly error: ApiError }
  /** `wasSent`: the upstream may have started work. */
  | { readonly kind: 'fault'; readonly fault: AttemptFault; readonly wasSent: boolean }
  /** The upstream may accept another form, which is invisible to the client; `refusal` is the result if none is tried. */
  | { readonly kind: 'refused_form'; readonly form: Fit; readonly refusal: Refusal }
  /** Ended from outside: the client left, or the service is stopping. */
  | { readonly kind: 'stopped'; readonly reason: Error };

const nothingSeen = { usage: { kind: 'none' }, text: { wide: 0, narrow: 0 } } as const;

/** For upstreams that answer before their work is done, the submission and all polls form one exchange. */
function open({ clock, transport, request, relay }: AttemptOptions, sink: ExchangeSink): Exchange {
  if (relay.progress === undefined) return transport.send(request, sink);
  return new PolledExchange({ clock, transport, request, progress: relay.progress }, sink);
}

const tooLarge = 'the answer is larger than accepted';

interface AttemptOptions {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly request: UpstreamRequest;
  readonly relay: Relay;
  readonly plan: AttemptPlan;
  /** The client gets the stream as a whole answer. */
  readonly isCollected: boolean;
  readonly wholeBytesMax: number;
  /** Whether there is memory for more bytes of an event. */
  readonly hasRoom: (bytes: number) => boolean;
  /**
   * Whether there is memory for more bytes of an answer that has to be buffered as a whole; stops the attempt if not.
   * @param handledBytes how many were read for them.
   */
  readonly mayKeep: (bytes: number, handledBytes: number) => boolean;
  /** Called once when the exchange is over, regardless of how it ended; `null` if not needed. */
  readonly onReleased: (() => void) | null;
  /** Called for a complete answer with an unknown finish reason. */
  readonly onOddEnd: (word: string) => void;
}

/**
 * One attempt at one route. Until the first byte for the client has arrived, the attempt can fail without the client noticing. Then it
 * becomes the stream that the call relays.
 */
export class UpstreamAttempt implements ExchangeSink, ReadyStream {
  readonly result: Promise<AttemptResult>;
  readonly #options: AttemptOptions;
  readonly #exchange: Exchange;
  readonly #startedMs: number;
  #firstByteMs = 0;
  #relay: StreamRelay | null = null;
  #resolve: (result: AttemptResult) => void = () => undefined;
  #status = 0;
  /** The answer is the requested stream. */
  #streams = false;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};
  #decided = false;
  #over = false;
  #overFault: AttemptFault | null = null;
  /** Chunks of a stream that wait until its consumer is attached. */
  #waiting: Buffer[] = [];
  #body = new ReceivedBody();
  #bodyBytes = 0;
  /** The largest amount of a stream held back so far. */
  #keptBytes = 0;
  #consumer: StreamConsumer | null = null;
  #released = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#startedMs = options.clock.monotonicMs();
    this.#exchange = open(options, this);
  }

  get relay(): StreamRelay {
    return (this.#relay ??= this.#createRelay());
  }

  #createRelay(): StreamRelay {
    const { relay, plan, isCollected } = this.#options;
    const create = isCollected ? relay.createCollector : relay.createStreamRelay;
    if (!create) throw new Error('a stream was asked of an operation that has none');
    return create(plan);
  }

  /** The part of an answer received so far. */
  get seen(): Pick<StreamRelay, 'usage' | 'text' | 'delivered'> {
    if (this.#relay === null) return nothingSeen;
    const { usage, text, delivered } = this.#relay;
    return delivered === undefined ? { usage, text } : { usage, text, delivered };
  }

  /** Whether the upstream may have started work. */
  get isSent(): boolean {
    return this.#exchange.isSent;
  }

  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    this.#status = status;
    this.#headers = headers;
    this.#streams = status === 200 && this.#options.plan.stream && !this.#comesWhole(headers);
  }

  /** Some upstreams do not support streams, or ignore the request for one. */
  #comesWhole({ 'content-type': type }: Readonly<Record<string, string | string[] | undefined>>): boolean {
    const { relay, isCollected } = this.#options;
    const { asStream, createStreamRelay } = relay;
    return (
      (isCollected || asStream !== undefined) &&
      (createStreamRelay === null || /^(?:application\/json|text\/html)\b/i.test(String(type)))
    );
  }

  onData(chunk: Buffer): void {
    if (this.#over) {
      // Data after the end of the protocol does not justify keeping the connection.
      this.#drop();
      return;
    }
    if (this.#firstByteMs === 0) this.#firstByteMs = this.#options.clock.monotonicMs() - this.#startedMs;
    if (this.#streams) this.#onStreamData(chunk);
    else this.#collect(chunk);
  }

  onEnd(): void {
    this.#release();
    if (this.#over) return;
    if (this.#status !== 200) {
      const { relay, request } = this.#options;
      const nowMs = this.#options.clock.nowMs();
      const answer = { status: this.#status, headers: this.#headers, body: this.#body.whole(), nowMs };
      const refusal = readUpstreamRefusal(relay, request.route, answer);
      this.#refuse(answer, refusal.kind === 'fault' ? { ...refusal, wasSent: mayHaveBegun(this.#status) } : refusal);
    } else if (this.#streams) {
      this.relay.end();
      this.#checkRelay();
    } else this.#readWhole();
  }

  #refuse({ status, body }: { readonly status: number; readonly body: Buffer }, refusal: Refusal): void {
    const { relay, plan } = this.#options;
    const form = refusedForm(relay, plan, { status, body });
    if (form === null) this.#decide(refusal);
    else if (form.withoutSeals === true && plan.withoutSeals === true && refusal.kind === 'client_fault')
      this.#decide({ kind: 'fault', fault: sealedElsewhere(refusal.error), wasSent: false });
    else this.#decide({ kind: 'refused_form', form, refusal });
  }

  onFault(fault: UpstreamFault): void {
    this.#release();
    if (fault.kind === 'total_timeout' && this.#work !== null) this.stop(tooLong(this.#work));
    else this.#fail({ cause: fault.cause, failure: { fault: fault.kind } });
  }

  attach(consumer: StreamConsumer): void {
    this.#consumer = consumer;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) consumer.onBytes(waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting));
    if (this.#over) consumer.onOver(this.#overFault);
  }

  pause(): void {
    this.#exchange.pause();
  }

  resume(): void {
    this.#exchange.resume();
  }

  /** Drops the upstream exchange, and ends the attempt if it is still undecided. */
  stop(reason: Error): void {
    this.cancel();
    this.#decide({ kind: 'stopped', reason });
  }

  cancel(): void {
    this.#over = true;
    this.#drop();
  }

  #drop(): void {
    this.#exchange.cancel();
    this.#release();
  }

  #release(): void {
    const { onReleased } = this.#options;
    if (onReleased === null || this.#released) return;
    this.#released = true;
    onReleased();
  }

  #onStreamData(chunk: Buffer): void {
    const bytes = this.relay.push(chunk);
    if (!this.#keep(this.relay.keptBytes ?? 0, chunk.length)) return;
    if (bytes !== null) {
      if (this.#consumer !== null) this.#consumer.onBytes(bytes);
      else {
        this.#waiting.push(bytes);
        this.#answer({ kind: 'stream', stream: this });
      }
    }
    this.#checkRelay();
  }

  /** Whether there is memory for what the relay holds back; if not, the attempt is over. */
  #keep(bytes: number, handledBytes: number): boolean {
    const { isCollected, hasRoom, mayKeep, wholeBytesMax } = this.#options;
    const more = Math.max(bytes - this.#keptBytes, 0);
    this.#keptBytes += more;
    if (isCollected) {
      if (bytes <= wholeBytesMax) return mayKeep(more, handledBytes);
      this.#fail({ cause: tooLarge, failure: ofThisRequest });
      return false;
    }
    if (more === 0 || hasRoom(more)) return true;
    this.#fail({ cause: 'there was no memory for an event of the answer', failure: ofThisRequest });
    return false;
  }

  #checkRelay(): void {
    if (this.relay.state === 'open' || this.#over) return;
    const { fault, refusal, unknownFinishReason = null } = this.relay;
    if (this.relay.state === 'broken') {
      this.#failAsSaid(fault ?? 'the upstream broke its protocol', refusal);
      return;
    }
    if (this.#options.isCollected) {
      const { tail, usage, text, endedNaturally } = this.relay;
      const body = tail ?? Buffer.alloc(0);
      this.#takeWhole({ ok: true, body, usage, text, endedNaturally, unknownFinishReason }, this.#body);
      return;
    }
    if (unknownFinishReason !== null) this.#options.onOddEnd(unknownFinishReason);
    this.#over = true;
    this.#answer({ kind: 'stream', stream: this });
    this.#consumer?.onOver(null);
  }

  #collect(chunk: Buffer): void {
    const bytesMax = this.#status === 200 ? this.#options.wholeBytesMax : refusalBytesMax;
    this.#bodyBytes += chunk.length;
    // The size limit is checked before memory: otherwise the reported reason would be that other calls use too much.
    if (this.#bodyBytes > bytesMax) this.#stopReading();
    else if (this.#options.mayKeep(chunk.length, chunk.length)) this.#body.push(chunk);
  }

  /** The request determines how large an answer is, so its size says nothing about the route. */
  #stopReading(): void {
    if (this.#status === 200) this.#fail({ cause: tooLarge, failure: ofThisRequest });
    else {
      this.#drop();
      this.onEnd();
    }
  }

  #readWhole(): void {
    const { relay, plan } = this.#options;
    const body = this.#body;
    // While the client reads, its leave listener keeps a reference to this attempt, so the body is dropped here.
    this.#body = new ReceivedBody();
    const reading = relay.readWhole(body.whole(), plan);
    const first = reading.next();
    if (first.done === true) this.#takeWhole(first.value, body);
    else void this.#goOnReading(reading, body);
  }

  /** A large answer is parsed over many turns, during which the client may leave. */
  async #goOnReading(reading: ReturnType<Relay['readWhole']>, body: ReceivedBody): Promise<void> {
    try {
      for (;;) {
        await nextTurn();
        if (this.#over) {
          body.giveBack();
          return;
        }
        const next = reading.next();
        if (next.done !== true) continue;
        this.#takeWhole(next.value, body);
        return;
      }
    } catch (error) {
      // The exchange is over and gets no more events. The call ends as after any internal fault.
      this.#decide({ kind: 'stopped', reason: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  #takeWhole(whole: WholeAnswer, received: ReceivedBody): void {
    if (!whole.ok) {
      received.giveBack();
      this.#failAsSaid(whole.fault, whole.refusal);
      return;
    }
    this.#over = true;
    const { usage, text, endedNaturally, unknownFinishReason = null, dropped = [], delivered, embed, keep } = whole;
    if (unknownFinishReason !== null) this.#options.onOddEnd(unknownFinishReason);
    const parts = received.unborrowed([whole.body, ...(whole.behind ?? [])]);
    // If it contains files, they are extracted later.
    if (embed === undefined && keep === undefined) received.giveBack();
    this.#answer({ kind: 'whole', parts, usage, text, endedNaturally, dropped, delivered, embed, keep });
  }

  /** An error inside an answer with status 200 is handled like one with its own status. */
  #failAsSaid(cause: string, refusal: UpstreamRefusal | undefined): void {
    if (refusal === undefined) {
      this.#fail({ cause, failure: { fault: 'protocol' } });
      return;
    }
    const sorted = sortRefusal(refusal, { route: this.#options.request.route, cause, retryAfterMs: null });
    if (sorted.kind === 'fault') this.#fail(sorted.fault, refusal.status === 0 || mayHaveBegun(refusal.status));
    else if (this.#decided) this.#fail({ cause, failure: { fault: 'protocol' }, error: sorted.error });
    else {
      this.#drop();
      this.#decide(sorted);
    }
  }

  #fail(reported: AttemptFault, mayHaveWorked = true): void {
    if (this.#over) return;
    const fault = this.#decided ? reported : excused(reported, this.#options.relay);
    this.#over = true;
    this.#overFault = fault;
    this.#drop();
    if (this.#decided) this.#consumer?.onOver(fault);
    else this.#decide({ kind: 'fault', fault: this.#withWork(fault), wasSent: this.isSent && mayHaveWorked });
  }

  /** What has been collected; `null` if nothing is. */
  get #work(): NonNullable<AttemptFault['work']> | null {
    return this.#options.isCollected && this.#relay !== null ? { ...this.seen, endedNaturally: false } : null;
  }

  #withWork(fault: AttemptFault): AttemptFault {
    return this.#work === null ? fault : { ...fault, work: this.#work };
  }

  #answer(answer: ReadyAnswer): void {
    this.#decide({ kind: 'answer', answer, firstByteMs: this.#firstByteMs });
  }

  #decide(result: AttemptResult): void {
    if (this.#decided) return;
    this.#decided = true;
    if (result.kind !== 'answer') this.#over = true;
    this.#resolve(result);
  }
}
