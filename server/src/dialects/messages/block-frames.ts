import { withMember } from '../../json/with-member.ts';
import { withObject } from '../../json/with-object.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { isDeltaKind, memberOf } from './similar-deltas.ts';

/** An event about a block, as clients can read it. */
export interface BlockFrame {
  readonly type: string;
  readonly event: Fields;
  /** The JSON of the event. */
  readonly text: string;
}

interface OpenBlock {
  /** Its number in the sent stream. */
  readonly sent: number;
  readonly type: string;
}

/** Far more than any answer has. */
const blocksMax = 10_000;

/** Members that clients add deltas to, or read, at the beginning of a block. */
const beginnings: ReadonlyMap<unknown, readonly (readonly [name: string, json: string])[]> = new Map([
  ['text', [['text', '""']]],
  [
    'thinking',
    [
      ['thinking', '""'],
      ['signature', '""'],
    ],
  ],
  ['tool_use', [['input', '{}']]],
]);
/** The types of blocks that a delta can belong to, where it matters. */
const blockOf: ReadonlyMap<string, (type: string) => boolean> = new Map([
  ['text_delta', (type) => type === 'text'],
  ['citations_delta', (type) => type === 'text'],
  ['thinking_delta', (type) => type === 'thinking'],
  ['signature_delta', (type) => type === 'thinking'],
  // Every tool of a vendor has its own type.
  ['input_json_delta', (type) => type !== 'text' && type !== 'thinking'],
]);
/** Blocks that begin without being announced. */
const unannounced: ReadonlyMap<string, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
]);

/** @param text the JSON of an event that begins the block. */
function withBeginning(text: string, block: Fields): string {
  const missing = (beginnings.get(block.type) ?? []).filter(([name]) => block[name] === undefined || block[name] === null);
  if (missing.length === 0) return text;
  return withObject(text, 'content_block', (object) =>
    missing.reduce((json, [name, empty]) => withMember(json, name, empty), object),
  );
}

/** Whether clients would add something other than text, such as `null`. */
function isUnreadable(delta: Fields): boolean {
  const { type } = delta;
  return typeof type !== 'string' || (isDeltaKind(type) && typeof delta[memberOf[type]] !== 'string');
}

/**
 * Puts the events of blocks in the order that clients rely on: they find a block by its number, which must be that of its beginning, counted
 * from 0. Upstreams leave numbers out, skip or repeat them, omit the beginning or the end of a block, and write into a block of another type.
 */
export class BlockFrames {
  /** Why the stream cannot be read. */
  fault: string | null = null;
  /** By the number that the upstream gives them; `null` if it gives none. */
  readonly #open = new Map<number | null, OpenBlock>();
  #begun = 0;

  /** @returns the events to send: the same object if nothing changes. */
  read(event: Fields, type: string, text: string): readonly BlockFrame[] {
    const key = typeof event.index === 'number' ? event.index : null;
    if (type === 'content_block_start') return this.#start(key, event, text);
    return type === 'content_block_stop' ? this.#stop(key, event, text) : this.#delta(key, event, text);
  }

  /** The ends of blocks that the upstream left open. */
  end(): readonly BlockFrame[] {
    return [...this.#open.keys()].flatMap((key) => this.#close(key));
  }

  #start(key: number | null, event: Fields, text: string): readonly BlockFrame[] {
    const block = fieldsOf(event.content_block);
    if (typeof block.type !== 'string') return [];
    const closed = this.#close(key);
    const sent = this.#begin(key, block.type);
    return [...closed, numbered('content_block_start', event, withBeginning(text, block), sent)];
  }

  #begin(key: number | null, type: string): number {
    const sent = this.#begun;
    this.#begun += 1;
    this.#open.set(key, { sent, type });
    if (this.#begun > blocksMax) this.fault = 'the stream contains too many blocks';
    return sent;
  }

  #delta(key: number | null, event: Fields, text: string): readonly BlockFrame[] {
    const delta = fieldsOf(event.delta);
    if (isUnreadable(delta)) return [];
    const kind = String(delta.type);
    const open = this.#open.get(key);
    if (open !== undefined && (blockOf.get(kind)?.(open.type) ?? true))
      return [numbered('content_block_delta', event, text, open.sent)];
    if (isDeltaKind(kind) && delta[memberOf[kind]] === '') return [];
    if (kind === 'input_json_delta') this.fault = 'arguments in the stream belong to no tool call';
    const type = unannounced.get(kind);
    if (type === undefined) return [];
    const frames = this.#close(key);
    const sent = this.#begin(key, type);
    const block = { type, ...(type === 'text' ? { text: '' } : { thinking: '', signature: '' }) };
    const begun = frameOf({ type: 'content_block_start', index: sent, content_block: block });
    return [...frames, begun, numbered('content_block_delta', event, text, sent)];
  }

  #stop(key: number | null, event: Fields, text: string): readonly BlockFrame[] {
    const open = this.#open.get(key);
    if (open === undefined) return [];
    this.#open.delete(key);
    return [numbered('content_block_stop', event, text, open.sent)];
  }

  #close(key: number | null): readonly BlockFrame[] {
    const open = this.#open.get(key);
    if (open === undefined) return [];
    this.#open.delete(key);
    return [frameOf({ type: 'content_block_stop', index: open.sent })];
  }
}

function frameOf(event: { readonly type: string } & Fields): BlockFrame {
  return { type: event.type, event, text: JSON.stringify(event) };
}

function numbered(type: string, event: Fields, text: string, sent: number): BlockFrame {
  if (event.index === sent) return { type, event, text };
  return { type, event: { ...event, index: sent }, text: withMember(text, 'index', String(sent)) };
}
