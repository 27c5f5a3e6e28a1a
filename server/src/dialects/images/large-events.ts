import { BodyScanner } from '../../json/body-scanner.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
/** Covers `data:` and all other field names; longer ones are invalid. */
const nameBytesMax = 16;
const eventBytesMax = 32 * 1024 * 1024;
const done = '[DONE]';

/** One event of the stream; `null` for the marker that ends streams of text. */
export type LargeEvent = ScannedBody | null;

/**
 * Reads `text/event-stream` whose events contain images of megabytes: events are scanned while they arrive and never become text.
 * Everything except the data is dropped, and the data must be a JSON object.
 */
export class LargeEvents {
  /** Why nothing more will be read. */
  fault: string | null = null;
  #scanner: BodyScanner | null = null;
  #bytes = 0;
  /** The beginning of a line, until it is known whether it is data; `null` after that. */
  #name: string | null = '';
  #isData = false;
  /** The first bytes of the data, which may be a word instead of an object. */
  #word = '';

  /** Bytes that are held until their event ends. */
  get keptBytes(): number {
    return this.#bytes;
  }

  /** @returns the events that end in this chunk. Never throws. */
  push(chunk: Buffer): LargeEvent[] {
    const events: LargeEvent[] = [];
    try {
      for (let at = 0; at < chunk.length && this.fault === null;) {
        const end = chunk.indexOf(lineFeed, at);
        this.#take(chunk, at, end === -1 ? chunk.length : end);
        if (end === -1) break;
        this.#endLine(events);
        at = end + 1;
      }
    } catch {
      this.fault = 'the stream has an event that is no JSON object';
    }
    return events;
  }

  /** Handles a part of a line. */
  #take(chunk: Buffer, start: number, end: number): void {
    let from = start;
    for (; this.#name !== null && from < end; from += 1) this.#readName(chunk[from] ?? 0);
    if (from === end || !this.#isData) return;
    this.#bytes += end - from;
    if (this.#bytes > eventBytesMax) {
      this.fault = 'an event of the stream is too long';
      return;
    }
    if (this.#word.length <= done.length) this.#word += chunk.toString('latin1', from, Math.min(end, from + nameBytesMax)).trim();
    (this.#scanner ??= new BodyScanner()).push(chunk.subarray(from, end));
  }

  #readName(byte: number): void {
    if (byte === carriageReturn) return;
    this.#name = (this.#name ?? '') + String.fromCharCode(byte);
    if (this.#name === '{') this.fault = 'a JSON document came in place of an event stream';
    else if (this.#name === '<') this.fault = 'an HTML page came in place of an event stream';
    if (this.#name === 'data:') this.#isData = true;
    if (this.#isData || this.#name.length === nameBytesMax) this.#name = null;
  }

  #endLine(events: LargeEvent[]): void {
    const isBlank = this.#name === '';
    this.#name = '';
    this.#isData = false;
    if (!isBlank || this.#scanner === null) return;
    const scanner = this.#scanner;
    this.#scanner = null;
    this.#bytes = 0;
    const word = this.#word;
    this.#word = '';
    events.push(word === done ? null : onOneLine(scanner.finish()));
  }
}

/** A line break in JSON is only white space; in a stream it would end the line. */
function onOneLine(event: ScannedBody): ScannedBody {
  const { bytes } = event;
  for (const mark of [lineFeed, carriageReturn])
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) bytes[at] = space;
  return event;
}
