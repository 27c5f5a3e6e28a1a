/**
 * A scripted upstream for chat and embeddings on bare sockets, made to cost far less than anything it is put behind.
 * Run by the bench as a child: `node bench/upstream.ts <port>`; takes an `UpstreamScript` message at any time and answers
 * every POST by it, as a stream if the request says `"stream":true`.
 */
import { createServer, type Socket } from 'node:net';
import { answerBytes, embeddingBytes, streamBytes } from './upstream-answers.ts';
import { promptUpstream, type UpstreamScript } from './upstream-script.ts';

let script = promptUpstream;
let wholeBytes = answerBytes;
let streams = streamBytes.chat;
const blank = Buffer.from('\r\n\r\n');

/** Paces many streams with one timer; their chunks are spread evenly over the gap. */
class Pacer {
  readonly #slots: Set<{ socket: Socket; left: number }>[];
  readonly #timer: NodeJS.Timeout;
  #tick = Math.floor(performance.now());
  #next = 0;
  #open = 0;

  constructor(gapMs: number) {
    this.#slots = Array.from({ length: gapMs }, () => new Set());
    this.#timer = setInterval(() => {
      this.#advance();
    }, 1);
  }

  add(socket: Socket, chunks: number): void {
    this.#open += 1;
    this.#slots[this.#next++ % this.#slots.length]?.add({ socket, left: chunks });
  }

  /** Stops the timer once the last stream has ended. */
  retire(): void {
    if (this.#open === 0) clearInterval(this.#timer);
    else
      setTimeout(() => {
        this.retire();
      }, 100);
  }

  #advance(): void {
    const now = Math.floor(performance.now());
    this.#tick = Math.max(this.#tick, now - this.#slots.length);
    while (this.#tick < now) {
      this.#tick += 1;
      const slot = this.#slots[this.#tick % this.#slots.length];
      if (slot !== undefined && slot.size > 0) this.#send(slot);
    }
  }

  #send(slot: Set<{ socket: Socket; left: number }>): void {
    const chunk = streams.stamped();
    for (const stream of slot) {
      const gone = stream.socket.destroyed;
      if (!gone && stream.left > 0) {
        stream.left -= 1;
        stream.socket.write(chunk);
        continue;
      }
      if (!gone) stream.socket.write(streams.tail);
      slot.delete(stream);
      this.#open -= 1;
    }
  }
}

let pacer = new Pacer(script.chunkGapMs);

function answer(socket: Socket, streamed: boolean): void {
  if (socket.destroyed) return;
  if (!streamed) {
    socket.write(wholeBytes);
    return;
  }
  socket.write(streams.head);
  pacer.add(socket, script.chunks);
}

function answerLater(socket: Socket, streamed: boolean): void {
  if (script.latencyMs === 0) answer(socket, streamed);
  else setTimeout(answer, script.latencyMs, socket, streamed);
}

/** Reads requests one after the other; of a body only its length and the `stream` flag matter. */
function serve(socket: Socket): void {
  let head: Buffer | undefined;
  let missing = 0;
  let streamed = false;
  let chunkedBody = false;

  function body(data: Buffer): void {
    streamed ||= data.includes('"stream":true');
    missing -= data.length;
    const ended = chunkedBody ? data.subarray(-5).toString('latin1') === '0\r\n\r\n' : missing <= 0;
    if (!ended) return;
    head = undefined;
    missing = 0;
    chunkedBody = false;
    answerLater(socket, streamed);
    streamed = false;
  }

  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (received) => {
    const data = received as Buffer;
    if (missing > 0 || chunkedBody) {
      body(data);
      return;
    }
    const known = head === undefined ? data : Buffer.concat([head, data]);
    head = known;
    const end = known.indexOf(blank);
    if (end === -1) return;
    const text = known.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(text);
    chunkedBody = length === null && /\r\ntransfer-encoding: *chunked/i.test(text);
    missing = Number(length?.[1] ?? 0);
    if (known.length > end + 4 || missing === 0) body(known.subarray(end + 4));
  });
}

process.on('message', (next: UpstreamScript) => {
  if (next.chunkGapMs !== script.chunkGapMs) {
    pacer.retire();
    pacer = new Pacer(next.chunkGapMs);
  }
  script = next;
  wholeBytes = next.embedding === undefined ? answerBytes : embeddingBytes(next.embedding);
  streams = streamBytes[next.protocol ?? 'chat'];
  process.send?.('set');
});
process.on('disconnect', () => process.exit());

const port = Number(process.argv[2] ?? 0);
createServer(serve).listen({ port, host: '127.0.0.1', backlog: 4096 }, () => process.send?.('ready'));
