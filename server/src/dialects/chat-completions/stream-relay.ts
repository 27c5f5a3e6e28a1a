import type { AttemptPlan, RelayState, ReportedUsage, StreamRelay, TextCount } from '../dialect.ts';
import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { EventStreamParser } from '../event-stream-parser.ts';
import { addText } from '../../json/text-count.ts';
import { AlikeFrames } from './alike-frames.ts';
import { ChoiceTracker, choiceOf, type FrameEffect } from './choice-tracker.ts';
import { FrameEditor, type Frame } from './frame-editor.ts';
import { nestedUsageMember, usageOfAnswer } from './find-usage.ts';
import { ReportedSoFar } from './reported-so-far.ts';
import { findReportedError } from '../shared/reported-error.ts';

/** More than this is not held back for the end. */
const heldCharactersMax = 1024 * 1024;
const done = 'data: [DONE]\n\n';
const goesOn = { finishes: false, continues: true };

/**
 * Relays a chat-completions stream of one or more choices. A frame with `finish_reason` is held back until the terminal
 * event, so that it leaves together with usage and `[DONE]` in one write; if a choice that has not finished goes on after
 * it (`n` > 1), what was held leaves first and order is kept.
 */
export class ChatStreamRelay implements StreamRelay {
  state: RelayState = 'open';
  tail: Buffer | null = null;
  fault: string | null = null;
  refusal: UpstreamRefusal | undefined;
  readonly #plan: AttemptPlan;
  readonly #editor: FrameEditor;
  readonly #events = new EventStreamParser();
  readonly #choices: ChoiceTracker;
  readonly #alike = new AlikeFrames();
  #out = '';
  #held = '';
  readonly #reported: ReportedSoFar;
  /** The frame whose usage counts. */
  #usageFrame: Frame | null = null;
  /** The usage frame as it may leave, if the upstream sent one of its own. */
  #usageText: string | null = null;

  constructor(plan: AttemptPlan) {
    this.#plan = plan;
    this.#editor = new FrameEditor(plan);
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

  get oddEnd(): string | null {
    return this.#choices.oddEnd;
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
    this.#events.end();
    if (this.#events.fault !== null) this.#break(this.#events.fault);
    else if (this.#plan.quirks.endsWithoutDone === true && this.#choices.complete) this.#complete();
    else if (!this.#choices.begun) this.#break('the stream ended before its first choice');
    else
      this.#break(
        this.#choices.complete ? 'the stream ended without its terminal event' : 'the stream ended before finish_reason',
      );
  }

  /** Reads events as long as they are like those before them. @returns where the first other one begins. */
  #readAlike(chunk: Buffer): number {
    if (!this.#events.isBetweenEvents) return 0;
    let at = 0;
    for (;;) {
      const event = this.#choices.isUnfinished(this.#alike.choice) ? this.#alike.match(chunk, at) : null;
      if (event === null) return at;
      addText(event.written, this.#choices.text);
      this.#relay(`data: ${event.edited}\n\n`, goesOn);
      at = event.end;
    }
  }

  #readEvents(chunk: Buffer): void {
    for (const data of this.#events.push(chunk)) {
      this.#onData(data);
      if (!this.#isOpen()) return;
    }
    if (this.#events.fault !== null) this.#break(this.#events.fault);
  }

  /** Calls change `state`, which the compiler does not see. */
  #isOpen(): boolean {
    return this.state === 'open';
  }

  #onData(data: string): void {
    if (data === '') return;
    if (data.startsWith('[DONE]')) {
      this.#onDone();
      return;
    }
    // A line break can only stand between tokens, where it means nothing, and must not break our own framing.
    const text = data.includes('\n') ? data.replaceAll('\n', '') : data;
    let frame: unknown;
    try {
      frame = JSON.parse(text);
    } catch {
      this.#break('a frame of the stream is not valid JSON');
      return;
    }
    if (typeof frame === 'object' && frame !== null && !Array.isArray(frame)) this.#onFrame(frame as Frame, text);
    else this.#break('a frame of the stream is not an object');
  }

  #onFrame(frame: Frame, text: string): void {
    const error = findReportedError(frame, 'choices');
    if (error !== null) {
      this.#break(error.fault, error.refusal);
      return;
    }
    // Clients cannot read a frame without choices; all it may be good for is its usage.
    if (!Array.isArray(frame.choices)) this.#takeUsage(frame, usageOfAnswer(frame, []));
    else this.#onChoices(frame, frame.choices, text);
  }

  #onChoices(frame: Frame, choices: readonly unknown[], text: string): void {
    const effect = this.#choices.read(choices);
    const { fault } = this.#choices;
    if (fault !== null) {
      this.#break(fault.fault, fault.refusal);
      return;
    }
    const own = frame.usage !== undefined && frame.usage !== null;
    // Nobody nests what is not the last word of a choice, and most frames are none.
    const isNested = !own && !effect.continues;
    const leaveOut = isNested ? nestedUsageMember(frame) : null;
    const taken = this.#takeUsage(frame, isNested ? usageOfAnswer(frame, choices) : frame.usage);
    const shown = choices.length === 0 && own;
    if (!shown) {
      const edited = this.#editor.edit(frame, text, { keepUsage: false, leaveOut });
      this.#relay(`data: ${edited}\n\n`, effect);
      if (!own && choices.length === 1) {
        this.#alike.learn(text, edited, { choice: choiceOf(choices[0], 0), characters: effect.characters });
      }
    } else if (taken && this.#plan.includeUsage) this.#usageText = this.#editor.edit(frame, text, { keepUsage: true, leaveOut });
  }

  #relay(event: string, effect: Pick<FrameEffect, 'finishes' | 'continues'>): void {
    if (effect.continues || this.#held.length > heldCharactersMax) {
      this.#out += this.#held + event;
      this.#held = '';
    } else if (effect.finishes || this.#held !== '') this.#held += event;
    else this.#out += event;
  }

  /** @returns whether the client may see it as the upstream wrote it. */
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
    this.state = 'complete';
    this.tail = Buffer.from(this.#held + this.#usageEvent() + done);
    this.#held = '';
  }

  #usageEvent(): string {
    if (!this.#plan.includeUsage || this.#usageFrame === null) return '';
    const { id, created } = this.#usageFrame;
    const { model } = this.#plan;
    const object = 'chat.completion.chunk';
    return `data: ${this.#usageText ?? JSON.stringify({ id, object, created, model, choices: [], usage: this.#reported.shown })}\n\n`;
  }

  #break(fault: string, refusal?: UpstreamRefusal): void {
    this.state = 'broken';
    this.fault = fault;
    this.refusal = refusal;
    this.#held = '';
  }
}
