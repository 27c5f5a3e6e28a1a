import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Transport, UpstreamRequest } from '../../upstream/exchange.ts';
import { composeAnswer } from './sandbox-answer.ts';
import { SandboxExchange, type SandboxStep } from './sandbox-exchange.ts';
import { SandboxRefusal, type SandboxKnobs } from './sandbox-knobs.ts';
import { withoutDataUrls } from './data-urls.ts';
import { parseSandboxBody, readSandboxRequest } from './sandbox-request.ts';
import { errorBody, streamEvents, wholeBody } from './sandbox-wire.ts';

/** Of a request, images aside: more than that would take the other calls' time. */
const readBytesMax = 8 * 1024 * 1024;
const hashedBytesPerTurn = 1024 * 1024;

export interface SandboxTransportOptions {
  readonly clock: Clock;
  /** Told what a script or its listener threw; the call it happened to ends as broken. */
  readonly onDefect: (error: unknown) => void;
}

/** Answers model calls by itself, without any connection, key or chance; what it can be made to do is in docs/sandbox.md. */
export function createSandboxTransport({ clock, onDefect }: SandboxTransportOptions): Transport {
  const running = new Set<SandboxExchange>();

  return {
    send(request, sink) {
      const exchange = new SandboxExchange({
        clock,
        script: script(request, clock),
        timeouts: request.timeouts,
        sink,
        onOver: (ended) => running.delete(ended),
        onDefect,
      });
      running.add(exchange);
      return exchange;
    },
    close() {
      for (const exchange of running) exchange.cancel();
      return Promise.resolve();
    },
  };
}

function* script(sent: UpstreamRequest, clock: Clock): Generator<SandboxStep> {
  if (sent.path !== '/chat/completions') {
    yield* errorAnswer(404, 'The sandbox has no such address.', null);
    return;
  }
  try {
    yield* answerScript(sent, clock);
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error;
    yield* errorAnswer(400, `'${error.param}' ${error.message}`, error.param);
  }
}

function* answerScript(sent: UpstreamRequest, clock: Clock): Generator<SandboxStep> {
  const readable = sent.body.length <= readBytesMax ? sent.body : withoutDataUrls(sent.body);
  if (readable.length > readBytesMax) {
    yield* errorAnswer(400, 'The sandbox reads at most 8 MiB of a request, images aside.', null);
    return;
  }
  const body = parseSandboxBody(readable);
  // A large request is worked out in several turns of the event loop, as others have something to do there too.
  const isLarge = readable.length > hashedBytesPerTurn;
  if (isLarge) yield { kind: 'turn' };
  const request = yield* readSandboxRequest(body);
  const { knobs } = request;
  if (request.model !== 'chat') {
    yield* errorAnswer(404, 'The sandbox has no such model.', 'model');
    return;
  }
  if (isLarge) yield { kind: 'turn' };
  const answer = composeAnswer(request);
  const frame = { id: yield* idOf(sent.body), created: Math.floor(clock.nowMs() / 1000), request, answer };
  if (knobs.latencyMs > 0) yield { kind: 'wait', ms: knobs.latencyMs };
  if (knobs.status !== null)
    yield* errorAnswer(knobs.status, `The sandbox answers with status ${String(knobs.status)} as asked.`, null);
  else if (request.stream) yield* disturbed(knobs, 'text/event-stream; charset=utf-8', streamEvents(frame));
  else yield* disturbed(knobs, 'application/json', parts(wholeBody(frame)));
}

/** The same id for the same request. */
function* idOf(body: Buffer): Generator<SandboxStep, string> {
  const hash = createHash('sha256');
  for (let at = 0; at < body.length; at += hashedBytesPerTurn) {
    if (at > 0) yield { kind: 'turn' };
    hash.update(body.subarray(at, at + hashedBytesPerTurn));
  }
  return `chatcmpl-${hash.digest('hex').slice(0, 24)}`;
}

/** Sends chunks as the knobs want it. What is to happen before the first chunk happens before the head too. */
function* disturbed(knobs: SandboxKnobs, contentType: string, chunks: Iterable<Buffer>): Generator<SandboxStep> {
  let sent = 0;
  for (const bytes of chunks) {
    if (sent === knobs.cutAfterChunks) {
      yield { kind: 'break' };
      return;
    }
    if (sent === knobs.stallAfterChunks) yield { kind: 'wait', ms: Infinity };
    if (sent === 0) yield { kind: 'head', status: 200, headers: { 'content-type': contentType } };
    else if (knobs.chunkDelayMs > 0) yield { kind: 'wait', ms: knobs.chunkDelayMs };
    yield { kind: 'data', bytes };
    sent += 1;
  }
}

/** A whole answer in at most 64 chunks, so that it can be cut and stalled like a stream. */
function* parts(body: Buffer): Generator<Buffer> {
  const size = Math.max(64, Math.ceil(body.length / 64));
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

function* errorAnswer(status: number, message: string, param: string | null): Generator<SandboxStep> {
  const wait: Record<string, string> = status === 429 || status === 503 ? { 'retry-after': '1' } : {};
  yield { kind: 'head', status, headers: { 'content-type': 'application/json', ...wait } };
  yield { kind: 'data', bytes: errorBody(status, message, param) };
}
