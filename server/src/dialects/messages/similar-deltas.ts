import { findMembers } from '../../json/members.ts';
import { stringContent, unpooled } from '../../json/string-content.ts';
import { fieldsOf } from '../shared/fields-of.ts';

/** What a delta adds to, and the member that contains it. */
export const memberOf = { text_delta: 'text', thinking_delta: 'thinking', input_json_delta: 'partial_json' } as const;
export type DeltaKind = keyof typeof memberOf;

/** A delta that differs from the learned one only in its text. */
export interface SimilarDelta {
  /** Position after the event in the chunk. */
  readonly end: number;
  readonly index: number;
  readonly kind: DeltaKind;
  readonly written: string;
}

const eventEnd = '\n\n';
const lineFeed = 0x0a;
/** The most that one read of a connection returns. Larger events are read in steps, within their limits. */
const chunkBytesMax = 64 * 1024;
/** No token is longer than this. */
const learnedCharactersMax = 8 * 1024;
/** A stream whose deltas keep changing within a block is not learned indefinitely. */
const learnedMax = 4_096;

export function isDeltaKind(type: unknown): type is DeltaKind {
  return typeof type === 'string' && Object.hasOwn(memberOf, type);
}

/** The text that a delta adds. */
export function writtenIn(delta: Readonly<Record<string, unknown>>, kind: DeltaKind): string {
  const written = delta[memberOf[kind]];
  return typeof written === 'string' ? written : '';
}

/**
 * Recognizes deltas that equal an earlier one of the same block except for their text, as most do. Their JSON is not parsed again: everything
 * but one string is known, and that string is checked.
 */
export class SimilarDeltas {
  #before: Buffer | null = null;
  #behind: Buffer = Buffer.alloc(0);
  #index = 0;
  #kind: DeltaKind = 'text_delta';
  #learned = 0;

  /** @param text the JSON of an event of the type `content_block_delta`. */
  learn(text: string, index: number, kind: DeltaKind): void {
    if (this.#learned === learnedMax || text.length > learnedCharactersMax) return;
    this.#learned += 1;
    const delta = findMembers(text).find(({ name }) => name === 'delta');
    if (delta === undefined) return;
    const member = findMembers(text.slice(delta.valueStart, delta.valueEnd)).find(({ name }) => name === memberOf[kind]);
    if (member === undefined || text[delta.valueStart + member.valueStart] !== '"') return;
    const before = text.slice(0, delta.valueStart + member.valueStart + 1);
    const behind = text.slice(delta.valueStart + member.valueEnd - 1);
    // If a name occurs twice, it is unclear which text counts.
    if (fieldsOf((JSON.parse(`${before}-${behind}`) as Record<string, unknown>).delta)[memberOf[kind]] !== '-') return;
    this.#before = unpooled(`event: content_block_delta\ndata: ${before}`);
    this.#behind = unpooled(behind + eventEnd);
    this.#index = index;
    this.#kind = kind;
  }

  /** The block of the learned delta is over. */
  forget(): void {
    this.#before = null;
  }

  /** The event that begins at `at`, if it is complete and resembles the learned one. */
  match(chunk: Buffer, at: number): SimilarDelta | null {
    const before = this.#before;
    if (before === null || chunk.length > chunkBytesMax) return null;
    const start = at + before.length;
    if (start >= chunk.length || before.compare(chunk, at, start) !== 0) return null;
    const end = chunk.indexOf(lineFeed, start) + eventEnd.length;
    const textEnd = end - this.#behind.length;
    if (end <= start || end > chunk.length || textEnd < start) return null;
    if (this.#behind.compare(chunk, textEnd, end) !== 0) return null;
    const written = stringContent(chunk.toString('utf8', start, textEnd));
    return written === null ? null : { end, index: this.#index, kind: this.#kind, written };
  }
}
