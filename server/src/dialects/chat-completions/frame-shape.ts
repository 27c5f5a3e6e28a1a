import type { AttemptPlan } from '../dialect.ts';
import type { Frame } from './frame-editor.ts';
import { isFields, placeOf, withContentAsText, withFunctionCall } from './right-message.ts';
import { momentOf } from '../shared/moment-of.ts';
import { madeCallId, madeIdOf, readCreated } from './right-names.ts';
import { ToolCallDeltas } from './tool-call-deltas.ts';

type Fields = Readonly<Record<string, unknown>>;

/** More tool calls than any request needs. */
const callsMax = 1000;
export const chunkObject = 'chat.completion.chunk';

function isChoiceRight({ index, delta, finish_reason: reason }: Fields): boolean {
  const isReasonRight = reason === null || (typeof reason === 'string' && reason !== '' && reason !== 'null');
  return isReasonRight && typeof index === 'number' && placeOf(index) === index && isFields(delta);
}

/** The changes that one frame needs. */
export interface RightFrame {
  readonly choices: readonly Frame[];
  /** Fields to replace or add in the frame, as JSON text; `null` if the frame is right. */
  readonly put: ReadonlyMap<string, string> | null;
}

/**
 * Corrects fields that upstreams omit from the frames of a stream or write in another form, so that the official clients accept every
 * chunk. Almost all frames are correct and cost only the check.
 */
export class FrameShape {
  /** Whether the last frame would have been changed differently earlier in the stream. */
  isStateful = false;
  /** Whether, from the last frame on, call deltas with the same bytes as before refer to another call. */
  isRenumbered = false;
  readonly #plan: AttemptPlan;
  readonly #callsOf = new Map<number, ToolCallDeltas>();
  #id: string | null = null;
  #created: number | null = null;
  #calls = 0;

  constructor(plan: AttemptPlan) {
    this.#plan = plan;
  }

  /** Why the answer can never become complete. */
  get fault(): { readonly fault: string; readonly refusal?: undefined } | null {
    return this.#calls > callsMax ? { fault: 'the stream has too many calls of tools' } : null;
  }

  /** Choices that have started. */
  get begun(): Iterable<number> {
    return this.#callsOf.keys();
  }

  hasCalls(choice: number): boolean {
    return (this.#callsOf.get(choice)?.count ?? 0) > 0;
  }

  /** The ID of the stream's frames. It is the same for all of them, otherwise the official client treats them as several answers. */
  idOf({ id }: Frame): string {
    if (this.#id !== null) return this.#id;
    // An empty ID identifies nothing: some upstreams send it in a frame before the first.
    if (id === '') return '';
    this.#id = typeof id === 'string' || typeof id === 'number' ? String(id) : madeIdOf(this.#plan);
    return this.#id;
  }

  createdOf({ created }: Frame): number {
    return readCreated(created) ?? (this.#created ??= momentOf(this.#plan));
  }

  fix(frame: Frame, choices: readonly unknown[]): RightFrame {
    this.isStateful = false;
    this.isRenumbered = false;
    const right = this.#fixChoices(choices);
    return { choices: right, put: this.#wrongIn(frame, right === choices ? null : right) };
  }

  /** @param choices replace those of the frame; `null` if these are right. */
  #wrongIn(frame: Frame, choices: readonly Frame[] | null): Map<string, string> | null {
    const id = this.idOf(frame);
    const { created } = frame;
    const isTimed = typeof created === 'number' && readCreated(created) === created;
    if (isTimed && created !== 0) this.#created ??= created;
    const isNamed = frame.id === id && frame.object === chunkObject && frame.model !== undefined;
    return isNamed && isTimed && choices === null ? null : this.#rightOf(frame, { id, isTimed, choices });
  }

  #rightOf(frame: Frame, right: { readonly id: string; readonly isTimed: boolean; readonly choices: readonly Frame[] | null }) {
    const { id, isTimed, choices } = right;
    const put = new Map<string, string>();
    if (frame.id !== id) put.set('id', JSON.stringify(id));
    if (frame.object !== chunkObject) put.set('object', JSON.stringify(chunkObject));
    if (!isTimed) put.set('created', String(this.createdOf(frame)));
    if (frame.model === undefined) put.set('model', JSON.stringify(this.#plan.model));
    if (choices !== null) put.set('choices', JSON.stringify(choices));
    return put;
  }

  #fixChoices(choices: readonly unknown[]): readonly Frame[] {
    let right: Frame[] | null = null;
    for (let position = 0; position < choices.length; position += 1) {
      const choice = choices[position];
      const fixed = isFields(choice) ? this.#fixChoice(choice, position) : null;
      if (fixed !== null && fixed === choice) right?.push(fixed);
      else {
        right ??= choices.slice(0, position) as Frame[];
        if (fixed !== null) right.push(fixed);
      }
    }
    return right ?? (choices as readonly Frame[]);
  }

  #fixChoice(choice: Fields, position: number): Fields {
    const index = placeOf(choice.index) ?? position;
    const calls = this.#callsOf.get(index);
    const isFirst = calls === undefined;
    const delta = this.#fixDelta(deltaOf(choice, isFirst), calls ?? this.#begin(index), isFirst);
    if (delta === choice.delta && isChoiceRight(choice)) return choice;
    const { finish_reason: reason, message: _message, ...rest } = choice;
    const isEnd = typeof reason === 'string' && reason !== '' && reason !== 'null';
    return { ...rest, index, delta, finish_reason: isEnd ? reason : null };
  }

  #begin(index: number): ToolCallDeltas {
    const calls = new ToolCallDeltas(() => {
      this.#calls += 1;
      return madeCallId(this.#plan, this.#calls - 1);
    });
    this.#callsOf.set(index, calls);
    return calls;
  }

  #fixDelta(delta: Fields, calls: ToolCallDeltas, isFirst: boolean): Fields {
    let right = delta;
    const { role } = delta;
    if (isFirst && (typeof role !== 'string' || role === '')) {
      this.isStateful = true;
      right = { ...right, role: 'assistant' };
    } else if (role === '') {
      const { role: _role, ...rest } = right;
      right = rest;
    }
    if (typeof delta.content === 'object') right = withContentAsText(right);
    if (delta.function_call !== undefined) right = withFunctionCall(right);
    const { tool_calls: listed } = delta;
    if (typeof listed !== 'object' || listed === null) return right;
    const fixed = this.#fixCalls(listed, calls);
    return fixed === listed ? right : { ...right, tool_calls: fixed };
  }

  #fixCalls(listed: object, calls: ToolCallDeltas): readonly unknown[] {
    const deltas: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
    let isRight = deltas === listed;
    const right: Fields[] = [];
    for (const delta of deltas) {
      const fixed = isFields(delta) ? calls.fix(delta) : null;
      this.isStateful ||= calls.isStateful;
      this.isRenumbered ||= calls.isRenumbered;
      isRight &&= fixed !== null && fixed === delta;
      if (fixed !== null) right.push(fixed);
    }
    return isRight ? deltas : right;
  }
}

/** Some upstreams send the whole message in place of a delta. The first one adds text; later ones repeat everything. */
function deltaOf({ delta, message }: Fields, isFirst: boolean): Fields {
  if (isFields(delta)) return delta;
  return isFirst && isFields(message) && delta === undefined ? message : {};
}
