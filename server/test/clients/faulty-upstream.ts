/** An upstream that passes requests on to another one, in any protocol, and breaks its answers as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** What an upstream does. An error inside a stream comes from the other upstream, which the question asks to break off. */
export const faults = [
  'answers',
  'falls silent midway',
  'sends an error midway',
  'breaks off midway',
  'ends cleanly midway',
  'is overloaded',
  'limits the rate',
] as const;

export type Fault = (typeof faults)[number] | 'pauses at first' | 'pauses midway';

/** Silence of 40 seconds, after which it answers. */
export const pauses: readonly Fault[] = ['pauses at first', 'pauses midway'];

const pieces = 3;
const pauseMs = 40_000;
/** Statuses of upstreams that refuse requests. */
const statuses: Readonly<Partial<Record<Fault, number>>> = { 'is overloaded': 503, 'limits the rate': 429 };
const passedOn = ['authorization', 'x-api-key', 'anthropic-version', 'anthropic-beta', 'content-type', 'accept'];

/** The beginning of an answer: events of a stream, or half of the text of one that is not streamed. */
function halves(text: string): readonly [begun: string, rest: string] {
  const events = text.split(/(?<=\n\n)/);
  const at = events.length > pieces ? events.slice(0, pieces).join('').length : Math.floor(text.length / 2);
  return [text.slice(0, at), text.slice(at)];
}

/** All that an upstream sends, until it ends or breaks off. */
async function textOf(answer: Response): Promise<string> {
  let text = '';
  try {
    for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) text += chunk;
  } catch {
    // It broke off, as it was asked to.
  }
  return text;
}

export class FaultyUpstream {
  fault: Fault = 'answers';
  readonly #to: string;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  private constructor(to: string) {
    this.#to = to;
  }

  /** @param to address of the upstream that answers. */
  static async start(to: string): Promise<FaultyUpstream> {
    const upstream = new FaultyUpstream(to);
    await new Promise<void>((resolve) => {
      upstream.#server.listen(0, '127.0.0.1', resolve);
    });
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    const body = await buffer(request);
    const status = statuses[fault];
    if (status !== undefined) {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end(JSON.stringify({ error: { message: 'Too many requests at the moment.', type: 'server_error' } }));
      return;
    }
    const headers = Object.fromEntries(
      passedOn.map((name) => [name, request.headers[name]]).filter(([, value]) => value !== undefined),
    );
    const answer = await fetch(`${this.#to}${request.url ?? ''}`, { method: 'POST', headers, body });
    const [begun, rest] = halves(await textOf(answer));
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.flushHeaders();
    await this.#send(response, fault, [begun, rest]);
  }

  async #send(response: ServerResponse, fault: Fault, [begun, rest]: readonly [begun: string, rest: string]): Promise<void> {
    if (fault === 'pauses at first') await pause(pauseMs);
    response.write(begun);
    if (fault === 'falls silent midway') return;
    if (fault === 'pauses midway') await pause(pauseMs);
    if (fault === 'breaks off midway') setImmediate(() => response.destroy());
    else response.end(fault === 'ends cleanly midway' ? '' : rest);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
