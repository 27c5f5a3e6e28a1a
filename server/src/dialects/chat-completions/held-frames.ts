import { findMembers } from '../../json/members.ts';
import { memberEdits, spliceText } from '../../json/splice.ts';
import type { FrameEffect } from './choice-tracker.ts';
import { isFields } from './right-message.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Larger ends are not held back. */
const heldCharactersMax = 1024 * 1024;

function eventOf(json: string): string {
  return `data: ${json}\n\n`;
}

/** Whether a delta contains more than the role. */
function saysAnything(delta: unknown): boolean {
  if (!isFields(delta)) return false;
  for (const [name, value] of Object.entries(delta)) {
    if (name === 'role' || value === null || value === '') continue;
    if (typeof value === 'string' || (Array.isArray(value) ? value.length > 0 : typeof value === 'object')) return true;
  }
  return false;
}

/**
 * Holds back the end of a stream: a frame with `finish_reason`, until the terminal event arrives. If an unfinished choice continues after
 * it (`n` > 1), the held frames are sent first, in order. If the finished choice itself continues, it had not ended. From then on
 * everything is sent at once without its `finish_reason`, and a separate last frame follows for each choice.
 */
export class HeldFrames {
  #held: string[] = [];
  #characters = 0;
  /** Choices that were reported as finished. */
  readonly #ended = new Set<number>();
  /** Finish reasons that were reported too early, by choice. */
  readonly #owed = new Map<number, string>();
  #isEarly = false;

  get characters(): number {
    return this.#characters;
  }

  /** @returns the text that can be sent now. */
  take(json: string, choices: readonly Fields[], effect: Pick<FrameEffect, 'finishes' | 'continues'>): string {
    if (!this.#isEarly && this.#ended.size > 0 && choices.some((choice) => this.#goesOn(choice))) return this.#beginEarly(json);
    if (this.#isEarly) return this.#withoutEnds(json);
    if (effect.finishes)
      for (const { index, finish_reason: reason } of choices) if (reason !== null) this.#ended.add(index as number);
    if (effect.continues || this.#characters > heldCharactersMax) return this.release() + eventOf(json);
    if (!effect.finishes && this.#held.length === 0) return eventOf(json);
    this.#held.push(json);
    this.#characters += json.length;
    return '';
  }

  /** Adds an end that the upstream does not report. */
  owe(choice: number, reason: string): void {
    this.#owed.set(choice, reason);
  }

  release(): string {
    if (this.#held.length === 0) return '';
    const text = this.#held.map(eventOf).join('');
    this.#held = [];
    this.#characters = 0;
    return text;
  }

  /** Choices whose end has not been sent yet, with their finish reasons. */
  get owed(): Iterable<readonly [choice: number, reason: string]> {
    return this.#owed;
  }

  #goesOn({ index, delta }: Fields): boolean {
    return this.#ended.has(index as number) && saysAnything(delta);
  }

  #beginEarly(json: string): string {
    this.#isEarly = true;
    const frames = [...this.#held, json];
    this.release();
    return frames.map((frame) => this.#withoutEnds(frame)).join('');
  }

  /** A frame that contains nothing but the end is dropped. */
  #withoutEnds(json: string): string {
    const { choices } = JSON.parse(json) as { readonly choices: readonly Fields[] };
    for (const { index, finish_reason: reason } of choices)
      if (typeof reason === 'string') this.#owed.set(index as number, reason);
    if (choices.every(({ delta }) => Object.keys(delta as Fields).length === 0)) return '';
    const open = JSON.stringify(choices.map((choice) => ({ ...choice, finish_reason: null })));
    const edits = memberEdits(findMembers(json), ({ name }) => (name === 'choices' ? open : undefined));
    return eventOf(spliceText(json, edits));
  }
}
