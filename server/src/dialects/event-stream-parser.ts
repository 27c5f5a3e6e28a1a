import { BodyScanner } from '../json/body-scanner.ts';

/** Large enough for images; a stream with a larger event is cancelled. */
const eventBytesMax = 32 * 1024 * 1024;
/** Longer events are scanned while they arrive: only long strings may make up most of them. */
const plainBytesMax = 1024 * 1024;
/** How often a large event is in memory: it exists as bytes, as text and as a document, and again when it is sent. */
const timesLarge = 2;

/** Size of the buffer for a line that continues in the next chunk. */
const roomBytesMax = 64 * 1024;
const noRoom = Buffer.alloc(0);

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const dataField = Buffer.from('data');
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads `text/event-stream` as WHATWG defines it, from bytes split anywhere, in linear time. Comments and all fields except `data` are
 * dropped. Data after the last blank line is returned at the end of the stream.
 */
export class EventStreamParser {
  /** Why nothing more will be read. */
  fault: string | null = null;
  /** An incomplete line, stored at the start of a buffer. A line that arrives byte by byte must not cost an object per byte. */
  #room = noRoom;
  #lineBytes = 0;
  #data: string[] = [];
  #dataBytes = 0;
  /** The data of an event that is scanned because of its size. */
  #large: BodyScanner | null = null;
  #largeBytes = 0;
  /** The incomplete line is data of the large event. */
  #isInLarge = false;
  #afterCarriageReturn = false;
  #firstLine = true;
  #sawData = false;

  /** Whether data has arrived and nothing of the next event has. */
  get isBetweenEvents(): boolean {
    const isEmpty = this.#lineBytes === 0 && this.#data.length === 0 && this.#large === null;
    return this.#sawData && isEmpty && !this.#afterCarriageReturn;
  }

  /** Bytes held until their event ends. */
  get keptBytes(): number {
    return this.#lineBytes + this.#dataBytes + timesLarge * this.#largeBytes;
  }

  /** @returns the data of the events that end in this chunk; lines of one event are joined by `\n`. Never throws. */
  push(chunk: Buffer): string[] {
    const events: string[] = [];
    let at = this.#skipLineFeed(chunk);
    let feed = chunk.indexOf(lineFeed, at);
    let carriage = chunk.indexOf(carriageReturn, at);
    while (at < chunk.length && this.fault === null) {
      const end = carriage !== -1 && (feed === -1 || carriage < feed) ? carriage : feed;
      if (end === -1) {
        this.#keep(chunk.subarray(at));
        break;
      }
      this.#endLine(chunk, at, end, events);
      at = end + 1;
      if (end === carriage) {
        this.#afterCarriageReturn = at === chunk.length;
        if (chunk[at] === lineFeed) at += 1;
      }
      // Each is searched for again only once it is passed, so mixed line endings stay linear.
      carriage = next(chunk, carriageReturn, carriage, at);
      feed = next(chunk, lineFeed, feed, at);
    }
    return events;
  }

  /** A line feed directly after a carriage return belongs to it, even if it arrives with the next chunk. */
  #skipLineFeed(chunk: Buffer): number {
    if (!this.#afterCarriageReturn || chunk.length === 0) return 0;
    this.#afterCarriageReturn = false;
    return chunk[0] === lineFeed ? 1 : 0;
  }

  /**
   * Ends the stream. If another kind of document arrived in place of an event stream, the fault describes it.
   * @returns the data of the event that no blank line ended.
   */
  end(): string[] {
    const events: string[] = [];
    if (this.fault === null && this.#lineBytes > 0) this.#readLine(this.#room, 0, this.#lineBytes, events);
    this.#lineBytes = 0;
    this.#isInLarge = false;
    if (this.fault === null) this.#dispatch(events);
    return events;
  }

  #keep(piece: Buffer): void {
    const bytes = this.#lineBytes + piece.length;
    if (!this.#isInLarge && bytes > plainBytesMax) this.#beginLarge(piece);
    else if (this.#isInLarge) this.#feed(piece);
    else {
      if (bytes > this.#room.length) {
        const larger = Buffer.allocUnsafeSlow(2 * bytes);
        this.#room.copy(larger, 0, 0, this.#lineBytes);
        this.#room = larger;
      }
      piece.copy(this.#room, this.#lineBytes);
      this.#lineBytes = bytes;
    }
  }

  /** Handles a data line that is too long to be kept unscanned. */
  #beginLarge(piece: Buffer): void {
    const line = this.#lineBytes === 0 ? piece : Buffer.concat([this.#room.subarray(0, this.#lineBytes), piece]);
    this.#room = noRoom;
    this.#lineBytes = 0;
    const start = this.#startOf(line);
    const nameEnd = start + dataField.length;
    if (line[nameEnd] !== colon || line.compare(dataField, 0, dataField.length, start, nameEnd) !== 0) {
      this.fault = 'a line of the event stream is too long';
      return;
    }
    this.#firstLine = false;
    this.#sawData = true;
    this.#isInLarge = true;
    this.#enlarge();
    this.#feed(line.subarray(nameEnd + 1));
  }

  /** Treats the received part of the event as the beginning of a large one. */
  #enlarge(): void {
    this.#large ??= new BodyScanner();
    const before = this.#data;
    this.#data = [];
    this.#dataBytes = 0;
    for (const data of before) this.#feed(Buffer.from(`${data} `));
  }

  #feed(piece: Buffer): void {
    this.#largeBytes += piece.length;
    if (this.#largeBytes > eventBytesMax) this.fault = 'an event of the stream is too long';
    if (this.fault !== null) return;
    try {
      this.#large?.push(piece);
    } catch {
      this.fault = 'an event of the stream holds too much besides its long strings';
    }
  }

  #endLine(chunk: Buffer, start: number, end: number, events: string[]): void {
    if (this.#isInLarge || this.#lineBytes > 0 || end - start > plainBytesMax) {
      this.#keep(chunk.subarray(start, end));
      if (this.fault === null && !this.#isInLarge) this.#readLine(this.#room, 0, this.#lineBytes, events);
      this.#isInLarge = false;
      this.#lineBytes = 0;
      if (this.#room.length > roomBytesMax) this.#room = noRoom;
    } else this.#readLine(chunk, start, end, events);
  }

  /** The position after the byte order mark that may begin a stream. */
  #startOf(line: Buffer, from = 0, end = line.length): number {
    const isMarked = this.#firstLine && line.subarray(from, Math.min(end, from + byteOrderMark.length)).equals(byteOrderMark);
    return isMarked ? from + byteOrderMark.length : from;
  }

  #readLine(line: Buffer, from: number, end: number, events: string[]): void {
    const start = this.#firstLine ? this.#startOf(line, from, end) : from;
    this.#firstLine = false;
    if (start === end) {
      this.#dispatch(events);
      return;
    }
    if (line[start] === colon) return;
    const nameEnd = start + dataField.length;
    if (nameEnd > end || line.compare(dataField, 0, dataField.length, start, nameEnd) !== 0) {
      this.#sniff(line, start);
      return;
    }
    if (nameEnd === end) this.#addData('');
    else if (line[nameEnd] === colon) this.#addData(line.toString('utf8', nameEnd + (line[nameEnd + 1] === 0x20 ? 2 : 1), end));
  }

  #addData(value: string): void {
    this.#sawData = true;
    if (this.#large !== null) {
      this.#feed(Buffer.from(` ${value}`));
      return;
    }
    this.#data.push(value);
    this.#dataBytes += value.length + 1;
    if (this.#dataBytes > plainBytesMax) this.#enlarge();
  }

  #dispatch(events: string[]): void {
    if (this.#large !== null) this.#dispatchLarge(this.#large, events);
    if (this.#data.length === 0) return;
    events.push(this.#data.length === 1 ? (this.#data[0] ?? '') : this.#data.join('\n'));
    this.#data = [];
    this.#dataBytes = 0;
  }

  #dispatchLarge(large: BodyScanner, events: string[]): void {
    this.#large = null;
    this.#largeBytes = 0;
    try {
      events.push(large.finish().bytes.toString('utf8'));
    } catch {
      this.fault = 'a frame of the stream is not valid JSON';
    }
  }

  #sniff(line: Buffer, start: number): void {
    if (this.#sawData) return;
    if (line[start] === 0x7b) this.fault = 'a JSON document came in place of an event stream';
    else if (line[start] === 0x3c) this.fault = 'an HTML page came in place of an event stream';
  }
}

/** The first `byte` at or after `from`, given the position found last (-1 if there is none). */
function next(chunk: Buffer, byte: number, found: number, from: number): number {
  return found === -1 || found >= from ? found : chunk.indexOf(byte, from);
}
