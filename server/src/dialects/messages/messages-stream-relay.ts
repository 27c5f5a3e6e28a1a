import { addText, type TextCounts } from '../../json/text-count.ts';
import type { AttemptPlan, RelayState, ReportedUsage, StreamRelay } from '../dialect.ts';
import { EventStreamParser } from '../event-stream-parser.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { readInnerRefusal } from '../shared/read-refusal.ts';
import { isWholeEvent, readStreamEvent } from '../shared/stream-event.ts';
import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { BlockFrames, type BlockFrame } from './block-frames.ts';
import { readableEnd, readableStart } from './message-frames.ts';
import { isDeltaKind, SimilarDeltas, writtenIn, type DeltaKind } from './similar-deltas.ts';
import { isNaturalStop, unknownStop } from './stop-reason.ts';
import { UsageSoFar } from './usage-so-far.ts';

/** Receives the events of a stream that is not relayed but translated or collected. */
export interface EventConsumer {
  /** @param characters the length of its JSON. */
  onEvent(event: Fields, characters: number): void;
  /** A delta of the block `index`. */
  onDelta(index: number, kind: DeltaKind, written: string): void;
  /** What it keeps until the end, if it collects. */
  readonly keptCharacters?: number;
  /** The whole message at its end, if it collects; `null` if it is nested too deep. */
  whole?(): Buffer | null;
}

/** Smaller amounts need not be counted. */
const keptBytesMin = 64 * 1024;
/** More than this after the stop reason is no end of an answer. */
const heldCharactersMax = 1024 * 1024;
const blockEvents: ReadonlySet<string> = new Set(['content_block_start', 'content_block_delta', 'content_block_stop']);
const eventName = /^[a-z][a-z0-9_.]{0,63}$/;
const errorCode = /^[A-Za-z][A-Za-z_.-]{0,39}$/;

function eventOf(type: string, json: string): string {
  return `event: ${type}\ndata: ${json}\n\n`;
}

/**
 * Relays a stream of the Messages protocol. Deltas pass as they are; only the model's name and required members that are missing change. The
 * stop reason and everything after it are held back until `message_stop`, and sent together with it.
 */
export class MessagesStreamRelay implements StreamRelay {
  state: RelayState = 'open';
  tail: Buffer | null = null;
  fault: string | null = null;
  refusal: UpstreamRefusal | undefined;
  readonly text: TextCounts = { wide: 0, narrow: 0 };
  readonly #plan: AttemptPlan;
  readonly #consumer: EventConsumer | null;
  readonly #events = new EventStreamParser();
  readonly #alike = new SimilarDeltas();
  readonly #blocks = new BlockFrames();
  readonly #reported = new UsageSoFar();
  #hasBegun = false;
  #stopReason: string | null = null;
  #out = '';
  #held = '';

  /** @param consumer if given, it receives the events, and nothing is relayed. */
  constructor(plan: AttemptPlan, consumer: EventConsumer | null = null) {
    this.#plan = plan;
    this.#consumer = consumer;
  }

  get usage(): ReportedUsage {
    return this.#reported.usage;
  }

  get endedNaturally(): boolean {
    return this.#stopReason !== null && isNaturalStop(this.#stopReason);
  }

  get unknownFinishReason(): string | null {
    return this.#stopReason === null ? null : unknownStop(this.#stopReason);
  }

  get keptBytes(): number {
    const bytes = this.#events.keptBytes + this.#held.length + (this.#consumer?.keptCharacters ?? 0);
    return bytes < keptBytesMin ? 0 : bytes;
  }

  push(chunk: Buffer): Buffer | null {
    if (this.state !== 'open') return null;
    const read = this.#readAlike(chunk);
    if (read === chunk.length) return this.#consumer === null && read > 0 ? chunk : null;
    this.#readEvents(read === 0 ? chunk : chunk.subarray(read));
    if (this.#consumer !== null) return null;
    if (this.#out === '') return read === 0 ? null : chunk.subarray(0, read);
    return read === 0 ? Buffer.from(this.#out) : Buffer.concat([chunk.subarray(0, read), Buffer.from(this.#out)]);
  }

  end(): void {
    if (this.state !== 'open') return;
    this.#out = '';
    // The last event may lack its blank line. A truncated event does not count.
    for (const data of this.#events.end()) if (this.#isOpen() && isWholeEvent(data)) this.#onData(data);
    if (this.#isOpen()) this.#endOpen();
    if (this.tail !== null && this.#out !== '') this.tail = Buffer.concat([Buffer.from(this.#out), this.tail]);
  }

  #endOpen(): void {
    const { endsWithoutDone, omitsFinishReason } = this.#plan.quirks;
    if (this.#events.fault !== null) this.#break(this.#events.fault);
    else if (!this.#hasBegun) this.#break('the stream ended before `message_start`');
    else if (endsWithoutDone === true && (this.#stopReason !== null || omitsFinishReason === true)) this.#complete();
    else
      this.#break(this.#stopReason === null ? 'the stream ended before `stop_reason`' : 'the stream ended before `message_stop`');
  }

  /**
   * Reads deltas while they resemble the previous ones.
   * @returns the start of the first different event.
   */
  #readAlike(chunk: Buffer): number {
    if (this.#held !== '' || !this.#events.isBetweenEvents) return 0;
    let at = 0;
    for (;;) {
      const delta = this.#alike.match(chunk, at);
      if (delta === null) return at;
      addText(delta.written, this.text);
      this.#consumer?.onDelta(delta.index, delta.kind, delta.written);
      at = delta.end;
    }
  }

  #readEvents(chunk: Buffer): void {
    this.#out = '';
    for (const data of this.#events.push(chunk)) {
      this.#onData(data);
      if (!this.#isOpen()) return;
    }
    if (this.#events.fault !== null) this.#break(this.#events.fault);
  }

  /** A method, because calls change `state` in a way that the compiler does not see. */
  #isOpen(): boolean {
    return this.state === 'open';
  }

  #onData(data: string): void {
    if (data === '' || data.startsWith('[DONE]')) return;
    const read = readStreamEvent(data);
    if (typeof read === 'string') this.#break(read);
    else this.#onEvent(read.fields, read.text);
  }

  #onEvent(event: Fields, text: string): void {
    const { type } = event;
    if (type === 'error' || (event.error !== undefined && event.error !== null)) this.#onError(event);
    else if (typeof type !== 'string' || !eventName.test(type)) this.#break('an event of the stream has no type');
    else if (type === 'message_start') this.#onStart(event, text);
    else if (type === 'ping') this.#pass(type, text);
    else if (!this.#hasBegun) this.#break('the stream did not begin with `message_start`');
    else if (type === 'message_stop') this.#onStop(text);
    else if (type === 'message_delta') this.#onMessageDelta(event, text);
    else this.#onOther(event, type, text);
  }

  #onOther(event: Fields, type: string, text: string): void {
    if (blockEvents.has(type)) this.#onBlock(event, type, text);
    else {
      this.#consumer?.onEvent(event, text.length);
      this.#pass(type, text);
    }
  }

  #onBlock(event: Fields, type: string, text: string): void {
    const frames = this.#blocks.read(event, type, text);
    const isSame = frames.length === 1 && frames[0]?.event === event;
    // What follows may belong to another block, or to one that is sent with another number.
    if (!isSame || type !== 'content_block_delta') this.#alike.forget();
    if (this.#blocks.fault === null) for (const frame of frames) this.#onFrame(frame, isSame);
    else this.#break(this.#blocks.fault);
  }

  /** @param isSame whether the upstream sent exactly this. */
  #onFrame({ type, event, text }: BlockFrame, isSame: boolean): void {
    if (type === 'content_block_delta') this.#onBlockDelta(event, text, isSame);
    else this.#consumer?.onEvent(event, text.length);
    if (type === 'content_block_start') this.#count(fieldsOf(event.content_block));
    this.#pass(type, text);
  }

  #count({ text, thinking }: Fields): void {
    if (typeof text === 'string') addText(text, this.text);
    if (typeof thinking === 'string') addText(thinking, this.text);
  }

  #onBlockDelta(event: Fields, text: string, mayRepeat: boolean): void {
    const { index } = event;
    const delta = fieldsOf(event.delta);
    if (typeof index !== 'number' || !isDeltaKind(delta.type)) {
      this.#consumer?.onEvent(event, text.length);
      return;
    }
    const written = writtenIn(delta, delta.type);
    addText(written, this.text);
    this.#consumer?.onDelta(index, delta.type, written);
    if (mayRepeat && this.#held === '') this.#alike.learn(text, index, delta.type);
  }

  #onStart(event: Fields, text: string): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#reported.begin(fieldsOf(event.message).usage);
    if (this.#consumer !== null) {
      this.#consumer.onEvent(event, text.length);
      return;
    }
    const readable = readableStart(text, event, this.#plan.model);
    if (readable === null) this.#break('`message_start` contains no message');
    else this.#pass('message_start', readable);
  }

  #onMessageDelta(event: Fields, text: string): void {
    this.#reported.take(event.usage);
    const { stop_reason: reason } = fieldsOf(event.delta);
    this.#consumer?.onEvent(event, text.length);
    const readable = readableEnd(text, event);
    if (typeof reason === 'string' && reason !== '') {
      this.#stopReason = reason;
      if (this.#plan.quirks.unknownFinishBreaks === true && unknownStop(reason) !== null)
        this.#break(`the upstream ended its response with an unknown reason: ${unknownStop(reason) ?? ''}`);
      else {
        this.#endBlocks();
        this.#hold(eventOf('message_delta', readable));
      }
    } else this.#pass('message_delta', readable);
  }

  #endBlocks(): void {
    for (const frame of this.#blocks.end()) this.#onFrame(frame, false);
  }

  #onStop(text: string): void {
    if (this.#stopReason === null && this.#plan.quirks.omitsFinishReason !== true) {
      this.#break('`message_stop` came before `stop_reason`');
      return;
    }
    this.#complete(text);
  }

  #onError(event: Fields): void {
    const { type } = fieldsOf(event.error);
    const shown = typeof type === 'string' && errorCode.test(type) ? ` (${type})` : '';
    this.#break(`the upstream reported an error inside its answer${shown}`, readInnerRefusal({ error: event.error }));
  }

  /** Sends an event at once, unless the stop reason was seen. */
  #pass(type: string, text: string): void {
    if (this.#held !== '') this.#hold(eventOf(type, text));
    else if (this.#consumer === null) this.#out += eventOf(type, text);
  }

  #hold(event: string): void {
    this.#held += event;
    if (this.#held.length > heldCharactersMax) this.#break('the stream goes on after its stop reason');
  }

  #complete(text = '{"type":"message_stop"}'): void {
    this.#endBlocks();
    const whole = this.#consumer?.whole?.();
    if (whole === null) this.#break('the answer is nested too deep');
    else {
      this.state = 'complete';
      this.tail = whole ?? Buffer.from(this.#held + eventOf('message_stop', text));
    }
  }

  #break(fault: string, refusal?: UpstreamRefusal): void {
    this.state = 'broken';
    this.fault = fault;
    this.refusal = refusal;
  }
}
