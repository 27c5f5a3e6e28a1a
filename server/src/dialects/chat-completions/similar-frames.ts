import { findMembers } from '../../json/members.ts';
import { stringContent, unpooled } from '../../json/string-content.ts';
import { addAnswerText } from './answer-text.ts';

/** An event that differs from the learned one only in the model's text. */
export interface SimilarEvent {
  /** Position after the event in the chunk. */
  readonly end: number;
  /** The frame as sent to the client. */
  readonly edited: string;
  /** The model's text. */
  readonly written: string;
}

/** The effect of one frame on its only choice. */
interface Written {
  readonly choice: number;
  readonly delta: unknown;
  /** Counted by the character rule. */
  readonly characters: number;
}

/** What a string of the model is. */
export type WrittenKind = 'content' | 'reasoning' | 'arguments';

/** Paths of the model's text in a frame; the first one with text counts. */
const writtenPaths: readonly (readonly [kind: WrittenKind, path: readonly (string | number)[]])[] = [
  ['content', ['choices', 0, 'delta', 'content']],
  ['reasoning', ['choices', 0, 'delta', 'reasoning_content']],
  ['reasoning', ['choices', 0, 'delta', 'reasoning']],
  ['arguments', ['choices', 0, 'delta', 'tool_calls', 0, 'function', 'arguments']],
];
/** A string with which some upstreams hide the length of the text. It is never sent to clients. */
const paddingPath = ['obfuscation'];
const dataField = Buffer.from('data:');
const eventEnd = '\n\n';
const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const lineFeed = 0x0a;
/** The most that one read of a connection returns. Larger frames are read in steps, within their limits. */
const chunkBytesMax = 64 * 1024;
/** No token is longer than this. */
const learnedCharactersMax = 8 * 1024;
/** A stream whose frames keep changing is not learned indefinitely. */
const learnedMax = 8;

/** The range between the quotes of a string. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text at a path of valid JSON, or `null` if there is none. If a name occurs twice, the first one counts. */
function textAt(json: string, path: readonly (string | number)[]): Span | null {
  let [start, end] = [0, json.length];
  for (const step of path) {
    const value = json.slice(start, end);
    if (step === 0) {
      if (!value.startsWith('[{')) return null;
      start += 1;
      continue;
    }
    if (!value.startsWith('{')) return null;
    const member = findMembers(value).find(({ name }) => name === step);
    if (member === undefined) return null;
    [start, end] = [start + member.valueStart, start + member.valueEnd];
  }
  return json[start] === '"' ? { start: start + 1, end: end - 1 } : null;
}

/** Whether the first choice contains no text of the model, after its string was removed from the frame. */
function saysNothing(text: string): boolean {
  const { choices } = JSON.parse(text) as { readonly choices: readonly { readonly delta: unknown }[] };
  const counts = { wide: 0, narrow: 0 };
  addAnswerText(choices[0]?.delta, counts);
  return counts.wide + counts.narrow === 0;
}

/**
 * Recognizes frames of a stream that equal an earlier frame except for the text, as most do. Their JSON is not parsed again: everything but
 * one string is known, and that string is checked.
 */
export class SimilarFrames {
  /** The choice that the frames belong to. */
  choice = 0;
  /** What their text is. */
  kind: WrittenKind = 'content';
  /** The delta of the learned frame. */
  delta: unknown = null;
  #before: Buffer | null = null;
  /** The bytes from the end of the text to the start of the padding, if padding follows. */
  #toPadding: Buffer | null = null;
  #behind: Buffer = Buffer.alloc(0);
  #editedBefore = '';
  #editedBehind = '';
  #learned = 0;

  /**
   * Learns a frame that later ones may resemble, if all of the model's text in it is one string.
   * @param text its JSON.
   * @param edited the JSON as sent to the client.
   */
  learn(text: string, edited: string, { choice, delta, characters }: Written): void {
    if (this.#learned === learnedMax || characters === 0 || text.length > learnedCharactersMax) return;
    this.#learned += 1;
    for (const [kind, path] of writtenPaths) {
      const place = textAt(text, path);
      const editedPlace = textAt(edited, path);
      if (place === null || editedPlace === null) continue;
      const [before, behind] = [text.slice(0, place.start), text.slice(place.end)];
      // With two strings it would be unclear which one counts: there may be another text, or a duplicate name.
      if (!saysNothing(before + behind)) continue;
      this.choice = choice;
      this.kind = kind;
      this.delta = delta;
      const padding = textAt(text, paddingPath);
      const padded = padding !== null && padding.start > place.end ? padding : null;
      this.#before = unpooled(before);
      this.#toPadding = padded === null ? null : unpooled(text.slice(place.end, padded.start));
      this.#behind = unpooled(text.slice((padded ?? place).end) + eventEnd);
      this.#editedBefore = edited.slice(0, editedPlace.start);
      this.#editedBehind = edited.slice(editedPlace.end);
      return;
    }
  }

  /** The learned frame is no longer valid. */
  forget(): void {
    this.#before = null;
  }

  /** The event that begins at `at`, if it is complete and resembles the learned one. */
  match(chunk: Buffer, at: number): SimilarEvent | null {
    const start = this.#textStart(chunk, at);
    if (start === null) return null;
    const lineEnd = chunk.indexOf(lineFeed, start);
    const end = lineEnd + eventEnd.length;
    const behindStart = end - this.#behind.length;
    if (lineEnd === -1 || end > chunk.length || behindStart < start || this.#behind.compare(chunk, behindStart, end) !== 0)
      return null;
    const textEnd = this.#textEnd(chunk, start, behindStart);
    if (textEnd === null) return null;
    const inside = chunk.toString('utf8', start, textEnd);
    const written = stringContent(inside);
    return written === null ? null : { end, edited: this.#editedBefore + inside + this.#editedBehind, written };
  }

  /** Start of the text in the event at `at`, if that begins like the learned one. */
  #textStart(chunk: Buffer, at: number): number | null {
    const before = this.#before;
    if (before === null || chunk.length > chunkBytesMax) return null;
    const nameEnd = at + dataField.length;
    const jsonStart = chunk[nameEnd] === space ? nameEnd + 1 : nameEnd;
    const start = jsonStart + before.length;
    if (start >= chunk.length || before.compare(chunk, jsonStart, start) !== 0) return null;
    return dataField.compare(chunk, at, nameEnd) === 0 ? start : null;
  }

  /** End of the text that begins at `start`, given where the event's trailing bytes start. */
  #textEnd(chunk: Buffer, start: number, behindStart: number): number | null {
    const toPadding = this.#toPadding;
    if (toPadding === null) return behindStart;
    let paddingStart = behindStart;
    for (let byte = chunk[paddingStart - 1]; byte !== quote; byte = chunk[paddingStart - 1]) {
      if (byte === undefined || byte === backslash || byte < space) return null;
      paddingStart -= 1;
    }
    const textEnd = paddingStart - toPadding.length;
    return textEnd >= start && toPadding.compare(chunk, textEnd, paddingStart) === 0 ? textEnd : null;
  }
}
