import { ApiError } from '@tollgate/contract/errors';
import type { AnsweredCall, AttemptFault, ReadyStream } from './call.ts';
import { endingOf } from './refusals/call-failure.ts';
import type { GatewayContext } from './gateway-context.ts';
import { Heartbeat } from './heartbeat.ts';
import { neutralError } from './refusals/neutral-error.ts';
import { answered, clientLeft, failed, type Outcome, type UpstreamWork } from './outcome.ts';
import { withWords } from './refusals/with-words.ts';
import { breakOffWith } from './refusals/send-error.ts';

type Parts = Pick<GatewayContext, 'clock' | 'deadlines' | 'limits' | 'routing' | 'turns'>;

function isTotalTimeout({ failure }: AttemptFault): boolean {
  return 'fault' in failure && failure.fault === 'total_timeout';
}

/** A client that leaves after this much silence gave up on its upstream. */
const upstreamSilentMs = 10_000;

/** Relays one stream: bytes as they arrive, back-pressure in both directions, exactly one ending. */
class StreamRelaying {
  readonly outcome: Promise<Outcome>;
  readonly #routing: GatewayContext['routing'];
  readonly #turns: GatewayContext['turns'];
  readonly #clock: GatewayContext['clock'];
  readonly #call: AnsweredCall;
  readonly #stream: ReadyStream;
  readonly #heartbeat: Heartbeat;
  readonly #deadlines: GatewayContext['deadlines'];
  #lastBytesMs: number;
  #settle: (outcome: Outcome) => void = () => undefined;
  /** Reports an internal fault: the code that awaits the outcome refuses the call. */
  #defect: (error: unknown) => void = () => undefined;
  #ended = false;

  constructor(context: Parts, call: AnsweredCall, stream: ReadyStream) {
    this.#routing = context.routing;
    this.#turns = context.turns;
    this.#clock = context.clock;
    this.#deadlines = context.deadlines;
    this.#lastBytesMs = context.deadlines.roughNowMs;
    this.#call = call;
    this.#stream = stream;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#defect = reject;
    });
    this.#heartbeat = new Heartbeat(context.deadlines, call.client, {
      comment: call.side.keepAlive,
      everyMs: context.limits.streamOpenAfterMs,
    });
  }

  start(): void {
    const { client } = this.#call;
    client.onLeft(() => {
      this.#onClientLeft();
    });
    if (this.#ended) return;
    const interrupt = (error: ApiError): void => {
      this.#stream.cancel();
      this.#breakOff(error, 'interrupted', 'the gateway was stopped while the answer was running');
    };
    this.#call.interrupt = interrupt;
    client.openStream();
    this.#stream.attach({
      onBytes: (bytes) => {
        this.#onBytes(bytes);
      },
      onOver: (fault) => {
        this.#onOver(fault);
      },
    });
  }

  #work(): UpstreamWork {
    const { usage, text, endedNaturally, delivered } = this.#stream.relay;
    return { usage, text, endedNaturally, delivered };
  }

  #onBytes(bytes: Buffer): void {
    if (this.#ended) return;
    this.#heartbeat.touch();
    this.#lastBytesMs = this.#deadlines.roughNowMs;
    const { client } = this.#call;
    const taken = client.write(bytes);
    if (taken && this.#turns.spend(bytes.length)) return;
    this.#stream.pause();
    const resume = (): void => {
      this.#stream.resume();
    };
    if (taken) this.#turns.wait(resume);
    else {
      client.onDrain(() => {
        if (this.#turns.spend(bytes.length)) resume();
        else this.#turns.wait(resume);
      });
    }
  }

  #onOver(fault: AttemptFault | null): void {
    if (this.#ended) return;
    if (fault === null) {
      this.#finish().catch(this.#defect);
      return;
    }
    if (isTotalTimeout(fault) && this.#call.client.isReadSlowly) {
      this.#giveUpUnread();
      return;
    }
    this.#note(fault);
    if (fault.error !== undefined) {
      // The upstream refused the request midway, which says nothing about the route.
      this.#breakOff(fault.error, 'refused', typeof fault.error.cause === 'string' ? fault.error.cause : fault.cause);
      return;
    }
    this.#routing.brokeOff(this.#call.candidate, fault.failure, fault.cause, this.#call.reservation.accountId);
    if (isTotalTimeout(fault) && this.#call.endpoint.kind !== 'image') {
      // The upstream wrote to the end, so it did not fail: what was read counts as an abandoned answer. An image is incomplete.
      this.#breakOff(new ApiError('answer_too_long'), 'timeout', 'the answer was not finished within the time of a stream');
      return;
    }
    const error = new ApiError('upstream_unavailable', {
      message: 'The upstream provider interrupted the response. The request was not charged; retry it.',
    });
    this.#breakOff(error, endingOf(fault), fault.cause);
  }

  /** Ends the call because the client delayed its upstream until the time of the call was over. The upstream is not to blame. */
  #giveUpUnread(): void {
    const cause = 'the client stopped reading, or read so slowly that the time of the call was over';
    const error = new ApiError('request_timeout', {
      message:
        'The client did not read the response within the time limit of a call. The request was not charged; read responses faster.',
    });
    this.#end(error, clientLeft(this.#call, this.#work(), cause));
  }

  async #finish(): Promise<void> {
    this.#ended = true;
    this.#heartbeat.stop();
    const delivered = await this.#call.client.finish(this.#stream.relay.tail);
    if (!delivered) this.#stream.cancel();
    this.#settle(answered(this.#call, this.#work(), delivered));
  }

  /** Replaces the note of a successful attempt with the upstream's message about its fault, for operators. */
  #note(fault: AttemptFault): void {
    if ((fault.words ?? null) === null) return;
    const { attemptLog, routeName, candidate } = this.#call;
    const passedMs = Math.round(this.#clock.monotonicMs() - this.#call.startedMs);
    const durationMs = attemptLog?.pop()?.durationMs ?? passedMs;
    const note = { route: routeName ?? '', key: candidate.key.id, fault: withWords(fault), durationMs };
    if (attemptLog === null) this.#call.attemptLog = [note];
    else attemptLog.push(note);
  }

  /** Sends one truthful event, then breaks the connection; never sends an invented terminal event. Bytes sent so far are not charged. */
  #breakOff(error: ApiError, ending: 'upstream_broke' | 'timeout' | 'refused' | 'interrupted', cause: string): void {
    this.#end(error, failed(this.#call, ending, { status: 200, code: error.code, cause }, this.#work()));
  }

  #end(error: ApiError, outcome: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#heartbeat.stop();
    breakOffWith(this.#call, neutralError(error), this.#stream.relay)
      .then(() => {
        this.#settle(outcome);
      })
      .catch(this.#defect);
  }

  #onClientLeft(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#heartbeat.stop();
    this.#stream.cancel();
    const silentMs = this.#deadlines.roughNowMs - this.#lastBytesMs;
    const outcome = clientLeft(this.#call, this.#work());
    // A client that gives up on a silent upstream gains nothing by it.
    this.#settle(silentMs < upstreamSilentMs ? outcome : { ...outcome, errorCode: 'upstream_silent' });
  }
}

/** Sends a whole answer in the form of the requested stream. */
function sendAsStream({ client }: AnsweredCall, parts: readonly Buffer[]): Promise<boolean> {
  client.openStream();
  return client.finish(Buffer.concat(parts));
}

/** Passes the answer to the client and returns how it ended. */
export async function relay(context: Parts, call: AnsweredCall): Promise<Outcome> {
  call.firstTokenMs = context.clock.monotonicMs() - call.startedMs;
  const { answer, dropped } = call;
  // Too late for a stream that the heartbeat has opened; the log has it.
  if (dropped !== null) call.client.addHeaders([['x-tollgate-dropped', dropped.join(', ')]]);
  if (answer.kind === 'whole') {
    const parts = answer.parts.splice(0);
    const arrived = await (call.wants.stream ? sendAsStream(call, parts) : call.client.sendParts(200, parts));
    const { usage, text, endedNaturally, delivered, prompts } = answer;
    return answered(call, { usage, text, endedNaturally, delivered, prompts }, arrived);
  }
  const relaying = new StreamRelaying(context, call, answer.stream);
  relaying.start();
  return relaying.outcome;
}
