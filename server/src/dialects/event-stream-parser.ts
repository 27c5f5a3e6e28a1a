/** Longer than any honest line or event; beyond it the stream is broken off. */
const lineBytesMax = 1024 * 1024;
const eventBytesMax = 1024 * 1024;

/** Room for a line that is kept for the next one. */
const roomBytesMax = 64 * 1024;
const noRoom = Buffer.alloc(0);

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const dataField = Buffer.from('data');
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads `text/event-stream` as WHATWG defines it, from bytes split anywhere, in linear time. Comments and all fields but
 * `data` are dropped. An event that no blank line ends is never given out.
 */
export class EventStreamParser {
  /** Why nothing more will be read. */
  fault: string | null = null;
  /** A line that is not there to its end: the first bytes of some room. One that comes byte by byte must not cost an object for each. */
  #room = noRoom;
  #lineBytes = 0;
  #data: string[] = [];
  #dataBytes = 0;
  #afterCarriageReturn = false;
  #firstLine = true;
  #sawData = false;

  /** Data came, and nothing of a next event yet. */
  get isBetweenEvents(): boolean {
    return this.#sawData && this.#lineBytes === 0 && this.#data.length === 0 && !this.#afterCarriageReturn;
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
      // Each is looked for again only once it is passed, so that mixed line ends stay linear.
      carriage = next(chunk, carriageReturn, carriage, at);
      feed = next(chunk, lineFeed, feed, at);
    }
    return events;
  }

  /** A line feed right behind a carriage return belongs to it, even if it comes with the next chunk. */
  #skipLineFeed(chunk: Buffer): number {
    if (!this.#afterCarriageReturn || chunk.length === 0) return 0;
    this.#afterCarriageReturn = false;
    return chunk[0] === lineFeed ? 1 : 0;
  }

  /** The stream ended. Says what kind of document came in place of an event stream, if one did. */
  end(): void {
    if (this.fault === null && this.#lineBytes > 0) this.#sniff(this.#room.subarray(0, this.#lineBytes), 0);
  }

  #keep(piece: Buffer): void {
    const bytes = this.#lineBytes + piece.length;
    if (bytes > lineBytesMax) {
      this.fault = 'a line of the event stream is too long';
      return;
    }
    if (bytes > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(2 * bytes);
      this.#room.copy(larger, 0, 0, this.#lineBytes);
      this.#room = larger;
    }
    piece.copy(this.#room, this.#lineBytes);
    this.#lineBytes = bytes;
  }

  #endLine(chunk: Buffer, start: number, end: number, events: string[]): void {
    if (this.#lineBytes === 0) {
      if (end - start > lineBytesMax) this.fault = 'a line of the event stream is too long';
      else this.#readLine(chunk, start, end, events);
      return;
    }
    this.#keep(chunk.subarray(start, end));
    if (this.fault === null) this.#readLine(this.#room, 0, this.#lineBytes, events);
    this.#lineBytes = 0;
    if (this.#room.length > roomBytesMax) this.#room = noRoom;
  }

  #readLine(line: Buffer, from: number, end: number, events: string[]): void {
    let start = from;
    if (this.#firstLine) {
      this.#firstLine = false;
      if (line.subarray(start, Math.min(end, start + byteOrderMark.length)).equals(byteOrderMark)) start += byteOrderMark.length;
    }
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
    this.#data.push(value);
    this.#dataBytes += value.length + 1;
    if (this.#dataBytes > eventBytesMax) this.fault = 'an event of the stream is too long';
  }

  #dispatch(events: string[]): void {
    if (this.#data.length === 0) return;
    events.push(this.#data.length === 1 ? (this.#data[0] ?? '') : this.#data.join('\n'));
    this.#data = [];
    this.#dataBytes = 0;
  }

  #sniff(line: Buffer, start: number): void {
    if (this.#sawData) return;
    if (line[start] === 0x7b) this.fault = 'a JSON document came in place of an event stream';
    else if (line[start] === 0x3c) this.fault = 'an HTML page came in place of an event stream';
  }
}

/** The first `byte` at or behind `from`, given the one that was found last (-1: there is none). */
function next(chunk: Buffer, byte: number, found: number, from: number): number {
  return found === -1 || found >= from ? found : chunk.indexOf(byte, from);
}
