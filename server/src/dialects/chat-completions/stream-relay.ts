import type { AttemptPlan, RelayState, ReportedUsage, StreamRelay, TextCount } from '../dialect.ts';
import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { EventStreamParser } from '../event-stream-parser.ts';
import { addText } from '../../json/text-count.ts';
import { SimilarFrames, type WrittenKind } from './similar-frames.ts';
import { ChoiceTracker, choiceOf, type FrameEffect } from './choice-tracker.ts';
import { FrameEditor, type Frame } from './frame-editor.ts';
import { nestedUsageMember, usageOfAnswer } from '../shared/usage/find-usage.ts';
import { chunkObject, FrameShape, type RightFrame } from './frame-shape.ts';
import { HeldFrames } from './held-frames.ts';
import { ReportedSoFar } from '../shared/usage/reported-so-far.ts';
import { findReportedError } from '../shared/reported-error.ts';
import { isWholeEvent, readStreamEvent } from '../shared/stream-event.ts';

const done = 'data: [DONE]\n\n';
/** Smaller amounts need not be counted. */
const keptBytesMin = 64 * 1024;

/** Receives the content of a stream instead of frames for chat clients. */
export interface FrameConsumer {
  /** The corrected choices of a frame. */
  onChoices(choices: readonly Frame[]): void;
  /** A frame that differs from an earlier one of `choice` only in this text. @param delta of that frame. */
  onAlike(choice: number, text: { readonly kind: WrittenKind; readonly written: string; readonly delta: unknown }): void;
}

/**
 * Relays a chat-completions stream of one or more choices. The format of a frame is corrected before it is sent. A frame with
 * `finish_reason` is held back until the terminal event, so that it is sent together with usage and `[DONE]` in one write.
 */
export class ChatStreamRelay implements StreamRelay {
  state: RelayState = 'open';
  tail: Buffer | null = null;
  fault: string | null = null;
  refusal: UpstreamRefusal | undefined;
  readonly #plan: AttemptPlan;
  readonly #consumer: FrameConsumer | null;
  readonly #editor: FrameEditor;
  readonly #shape: FrameShape;
  readonly #events = new EventStreamParser();
  readonly #choices: ChoiceTracker;
  readonly #alike = new SimilarFrames();
  readonly #held = new HeldFrames();
  #out = '';
  readonly #reported: ReportedSoFar;
  /** The frame whose usage counts. */
  #usageFrame: Frame | null = null;
  /** The usage frame in the form for the client, if the upstream sent a separate one. */
  #usageText: string | null = null;

  /** @param consumer if given, `push` returns nothing and there is no `tail`. */
  constructor(plan: AttemptPlan, consumer: FrameConsumer | null = null) {
    this.#plan = plan;
    this.#consumer = consumer;
    this.#editor = new FrameEditor(plan);
    this.#shape = new FrameShape(plan);
    this.#choices = new ChoiceTracker(plan.quirks);
    this.#reported = new ReportedSoFar(plan.quirks);
  }

  get usage(): ReportedUsage {
    return this.#reported.usage;
  }

  get text(): TextCount {
    return this.#choices.text;
  }

  get endedNaturally(): boolean {
    return this.#choices.endedNaturally;
  }

  get unknownFinishReason(): string | null {
    return this.#choices.unknownFinishReason;
  }

  get keptBytes(): number {
    const bytes = this.#events.keptBytes + this.#held.characters;
    return bytes < keptBytesMin ? 0 : bytes;
  }

  push(chunk: Buffer): Buffer | null {
    if (this.state !== 'open') return null;
    this.#out = '';
    const read = this.#readAlike(chunk);
    if (read < chunk.length) this.#readEvents(read === 0 ? chunk : chunk.subarray(read));
    return this.#out === '' ? null : Buffer.from(this.#out);
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
    if (this.#events.fault !== null) this.#break(this.#events.fault);
    else if (this.#plan.quirks.endsWithoutDone === true && this.#choices.complete) this.#complete();
    else if (!this.#choices.begun) this.#break('the stream ended before its first choice');
    else
      this.#break(
        this.#choices.complete ? 'the stream ended without its terminal event' : 'the stream ended before finish_reason',
      );
  }

  /**
   * Reads events while they resemble the previous ones.
   * @returns the start of the first different one.
   */
  #readAlike(chunk: Buffer): number {
    if (!this.#events.isBetweenEvents) return 0;
    let at = 0;
    for (;;) {
      const event = this.#choices.isUnfinished(this.#alike.choice) ? this.#alike.match(chunk, at) : null;
      if (event === null) return at;
      addText(event.written, this.#choices.text);
      at = event.end;
      if (this.#consumer === null) this.#out += `${this.#held.release()}data: ${event.edited}\n\n`;
      else {
        const { kind, delta, choice } = this.#alike;
        this.#consumer.onAlike(choice, { kind, delta, written: event.written });
      }
    }
  }

  #readEvents(chunk: Buffer): void {
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
    if (data === '') return;
    if (data.startsWith('[DONE]')) {
      this.#onDone();
      return;
    }
    const read = readStreamEvent(data);
    if (typeof read === 'string') this.#break(read);
    else this.#onObject(read.fields, read.text);
  }

  /** The parser accepts deeper nesting than can be serialized again. */
  #onObject(frame: Frame, text: string): void {
    try {
      this.#onFrame(frame, text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#break('a frame of the stream is nested too deep');
    }
  }

  #onFrame(frame: Frame, text: string): void {
    const error = findReportedError(frame, 'choices');
    if (error !== null) {
      this.#break(error.fault, error.refusal);
      return;
    }
    // Clients cannot read a frame without choices; only its usage is of interest.
    if (!Array.isArray(frame.choices)) this.#takeUsage(frame, usageOfAnswer(frame, []));
    else this.#onChoices(frame, frame.choices, text);
  }

  #onChoices(frame: Frame, sent: readonly unknown[], text: string): void {
    const { choices, put } = this.#shape.fix(frame, sent);
    const effect = this.#choices.read(choices);
    const fault = this.#choices.fault ?? this.#shape.fault;
    if (fault !== null) {
      this.#break(fault.fault, fault.refusal);
      return;
    }
    const own = frame.usage !== undefined && frame.usage !== null;
    // Only the last event of a choice nests usage, and most frames are not the last.
    const isNested = !own && !effect.continues;
    const leaveOut = isNested ? nestedUsageMember(frame) : null;
    const taken = this.#takeUsage(frame, isNested ? usageOfAnswer(frame, choices) : frame.usage);
    if (choices.length === 0 && own) {
      if (taken && this.#plan.includeUsage) this.#usageText = this.#editor.edit(frame, text, { keepUsage: true, leaveOut, put });
      return;
    }
    const edited = this.#pass(frame, text, { leaveOut, put, choices, effect });
    if (!own) this.#learn(text, edited, { choices, characters: effect.characters });
  }

  /** Passes a frame on. @returns it as the client gets it. */
  #pass(
    frame: Frame,
    text: string,
    {
      choices,
      effect,
      ...edits
    }: Pick<RightFrame, 'choices' | 'put'> & {
      readonly leaveOut: ReturnType<typeof nestedUsageMember>;
      readonly effect: FrameEffect;
    },
  ): string {
    if (this.#consumer !== null) {
      this.#consumer.onChoices(choices);
      return text;
    }
    const edited = this.#editor.edit(frame, text, { keepUsage: false, ...edits });
    this.#out += this.#held.take(edited, choices, effect);
    return edited;
  }

  #learn(
    text: string,
    edited: string,
    { choices, characters }: { readonly choices: readonly Frame[]; readonly characters: number },
  ): void {
    if (this.#shape.isRenumbered) this.#alike.forget();
    if (choices.length === 1 && !this.#shape.isStateful)
      this.#alike.learn(text, edited, { choice: choiceOf(choices[0], 0), delta: choices[0]?.delta, characters });
  }

  /** @returns whether the client may see the usage as the upstream wrote it. */
  #takeUsage(frame: Frame, value: unknown): boolean {
    if (value === undefined || value === null || !this.#reported.take(value, frame.service_tier)) return false;
    this.#usageFrame = frame;
    this.#usageText = null;
    return this.#reported.shown === value;
  }

  #onDone(): void {
    if (this.#choices.complete || (this.#choices.begun && this.#plan.quirks.omitsFinishReason === true)) this.#complete();
    else this.#break('the terminal event came before finish_reason');
  }

  #complete(): void {
    for (const choice of this.#shape.begun)
      if (this.#choices.isUnfinished(choice)) this.#held.owe(choice, this.#shape.hasCalls(choice) ? 'tool_calls' : 'stop');
    this.state = 'complete';
    if (this.#consumer !== null) return;
    this.tail = Buffer.from(this.#held.release() + this.#owedEvents() + this.#usageEvent() + done);
  }

  #owedEvents(): string {
    let events = '';
    for (const [index, reason] of this.#held.owed)
      events += this.#eventOf({}, { choices: [{ index, delta: {}, finish_reason: reason }] });
    return events;
  }

  #usageEvent(): string {
    if (!this.#plan.includeUsage || this.#usageFrame === null) return '';
    if (this.#usageText !== null) return `data: ${this.#usageText}\n\n`;
    return this.#eventOf(this.#usageFrame, { choices: [], usage: this.#reported.shown });
  }

  /** An event created by the gateway, identified like a frame of the stream. */
  #eventOf(frame: Frame, members: object): string {
    const [id, created] = [this.#shape.idOf(frame), this.#shape.createdOf(frame)];
    return `data: ${JSON.stringify({ id, object: chunkObject, created, model: this.#plan.model, ...members })}\n\n`;
  }

  #break(fault: string, refusal?: UpstreamRefusal): void {
    this.state = 'broken';
    this.fault = fault;
    this.refusal = refusal;
  }
}
