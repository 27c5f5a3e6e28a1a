/**
 * Light, steady traffic in a separate process, both client and upstream: streams with a chunk every 5 ms, and short calls at a fixed rate.
 * Reports how much the gaps between chunks grew on the way, and the duration of short calls.
 */
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spreadOf } from './spread.ts';

const chunkEveryMs = 5;
const callEveryMs = 25;
const streams = 4;

export interface TrafficTarget {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

const head = { id: 'c', object: 'chat.completion', created: 1, model: 'm' };
const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
const whole = JSON.stringify({
  ...head,
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage,
});

function streamForever(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => {
    const delta = { content: `@${performance.now().toFixed(3)}@` };
    response.write(
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`,
    );
  }, chunkEveryMs);
  response.on('close', () => {
    clearInterval(timer);
  });
}

async function startUpstream(): Promise<string> {
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (piece: Buffer) => (body += piece.toString()));
    incoming.on('end', () => {
      if (body.includes('"stream":true')) streamForever(response);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(whole);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
}

const agent = new Agent({ keepAlive: true });

function call({ url, key, model }: TrafficTarget, stream: boolean, onAnswer: (answer: IncomingMessage) => void) {
  const made = request(`${url}/v1/chat/completions`, {
    method: 'POST',
    agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  made.on('response', onAnswer);
  made.on('error', () => undefined);
  made.end(JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hi' }] }));
  return made;
}

class Traffic {
  readonly #target: TrafficTarget;
  readonly #open: { destroy(): void }[] = [];
  #timer: NodeJS.Timeout;
  #stretches: number[] = [];
  #latencies: number[] = [];
  #failures = 0;
  #refused = 0;
  #awaited = Infinity;

  constructor(target: TrafficTarget) {
    this.#target = target;
    for (let index = 0; index < streams; index += 1) this.#stream();
    this.#timer = this.#shortEvery(callEveryMs);
  }

  #shortEvery(everyMs: number): NodeJS.Timeout {
    return setInterval(() => {
      this.#short();
    }, everyMs);
  }

  /** Changes the rate of short calls. */
  callEvery(everyMs: number | null): void {
    clearInterval(this.#timer);
    this.#timer = this.#shortEvery(everyMs ?? callEveryMs);
  }

  #stream(): void {
    let arrived = 0;
    let sent = 0;
    const onChunk = (piece: Buffer): void => {
      const now = performance.now();
      for (const [, stamp] of piece.toString().matchAll(/@([\d.]+)@/g)) {
        // How much longer the gap is here than at the upstream.
        if (sent > 0) this.#stretches.push(Math.max(0, now - arrived - (Number(stamp) - sent)));
        sent = Number(stamp);
        arrived = now;
      }
    };
    this.#open.push(
      call(this.#target, true, (answer) => {
        this.#judge(answer);
        answer.on('data', onChunk);
        answer.on('error', () => undefined);
      }),
    );
  }

  #short(): void {
    const startedMs = performance.now();
    call(this.#target, false, (answer) => {
      this.#judge(answer);
      answer.resume();
      answer.on('end', () => {
        this.#latencies.push(performance.now() - startedMs);
        if (this.#latencies.length >= this.#awaited) {
          this.#awaited = Infinity;
          process.send?.('enough');
        }
      });
    });
  }

  /** A gateway must answer 503 while its disk hangs. */
  #judge({ statusCode }: IncomingMessage): void {
    if (statusCode === 503) this.#refused += 1;
    else if (statusCode !== 200) this.#failures += 1;
  }

  /** The observations since the last call. */
  take() {
    const seen = {
      stretch: spreadOf(this.#stretches),
      latency: spreadOf(this.#latencies),
      failures: this.#failures,
      refused: this.#refused,
    };
    this.#stretches = [];
    this.#latencies = [];
    this.#failures = 0;
    this.#refused = 0;
    return seen;
  }

  /** Reports once this many short calls have succeeded since the last time. */
  awaitCalls(calls: number): void {
    this.#awaited = calls;
  }

  end(): void {
    clearInterval(this.#timer);
    for (const one of this.#open) one.destroy();
  }
}

export type TrafficSeen = ReturnType<Traffic['take']>;
export type TrafficRequest =
  | readonly ['start', TrafficTarget]
  | readonly ['await', number]
  | readonly ['every', number | null]
  | readonly ['take']
  | readonly ['end'];

let traffic: Traffic | null = null;
process.on('message', (message: TrafficRequest) => {
  if (message[0] === 'start') traffic = new Traffic(message[1]);
  if (message[0] === 'await') traffic?.awaitCalls(message[1]);
  if (message[0] === 'every') traffic?.callEvery(message[1]);
  if (message[0] === 'take') process.send?.(traffic?.take());
  if (message[0] === 'end') {
    traffic?.end();
    process.disconnect?.();
    process.exit(0);
  }
});
// Ends with an aborted test.
process.once('disconnect', () => process.exit(0));
process.send?.(await startUpstream());
