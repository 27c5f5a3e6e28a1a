import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Transport, UpstreamRequest } from '../../upstream/exchange.ts';
import { withoutDataUrls } from './data-urls.ts';
import { formBody } from './form-body.ts';
import { sandboxOperations } from './operations.ts';
import { SandboxExchange, type SandboxStep } from './sandbox-exchange.ts';
import { isRecord, SandboxRefusal, type SandboxKnobs } from './sandbox-knobs.ts';
import type { SandboxBody, SandboxOperation, SandboxReply } from './sandbox-operation.ts';

/** Maximum size of a request without images: more would delay other calls. */
const readBytesMax = 8 * 1024 * 1024;
const hashedBytesPerTurn = 1024 * 1024;

export interface SandboxTransportOptions {
  readonly clock: Clock;
  /** Receives what a script or its listener threw; the affected call ends as broken. */
  readonly onDefect: (error: unknown) => void;
}

/** Answers model calls without any connection, key or randomness; docs/sandbox.md describes its instructions. */
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
  const reply = sent.method === 'GET' || sent.method === 'DELETE' ? followTask(sent.method, sent.path, clock) : null;
  if (reply !== null) {
    yield* disturbed(reply.knobs, reply.contentType, reply.chunks);
    return;
  }
  const operation = sandboxOperations.find(({ path }) => path === sent.path);
  if (operation === undefined) {
    yield* errorAnswer(404, 'The sandbox has no such address.', null);
    return;
  }
  try {
    yield* answerScript(operation, sent, clock);
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error;
    yield* errorAnswer(400, `'${error.param}' ${error.message}`, error.param);
  }
}

/** The state of a task that was submitted earlier. */
function followTask(method: 'GET' | 'DELETE', address: string, clock: Clock): SandboxReply | null {
  const operation = sandboxOperations.find(({ path, follow }) => follow !== undefined && address.startsWith(`${path}/`));
  const id = address.slice((operation?.path.length ?? 0) + 1);
  return operation?.follow?.(decodeURIComponent(id), method, clock.nowMs()) ?? null;
}

/** @throws {SandboxRefusal} if it is not a JSON object. */
function parsed(bytes: Buffer): SandboxBody {
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    body = null;
  }
  if (!isRecord(body)) throw new SandboxRefusal('', 'The body must be a JSON object.');
  return body;
}

/** `null` if it is more than the sandbox reads. The size of a form depends on its files, which the sandbox does not read. */
function* readBody(body: Buffer, contentType: string | undefined): Generator<SandboxStep, SandboxBody | null> {
  if (contentType !== undefined) return yield* formBody(body, contentType);
  const readable = body.length <= readBytesMax ? body : withoutDataUrls(body);
  return readable.length > readBytesMax ? null : parsed(readable);
}

function* answerScript(
  operation: SandboxOperation,
  { body: sent, contentType: sentType }: UpstreamRequest,
  clock: Clock,
): Generator<SandboxStep> {
  const bytes = sent ?? Buffer.alloc(0);
  const body = yield* readBody(bytes, sentType);
  if (body === null) {
    yield* errorAnswer(400, 'The sandbox reads at most 8 MiB of a request, images aside.', null);
    return;
  }
  if (body.model !== operation.model.name.replace('sandbox/', '')) {
    yield* errorAnswer(404, 'The sandbox has no such model.', 'model');
    return;
  }
  // A large request is processed in several turns of the event loop, so that other work can run in between.
  if (bytes.length > hashedBytesPerTurn) yield { kind: 'turn' };
  const frame = { id: yield* idOf(bytes), created: Math.floor(clock.nowMs() / 1000) };
  const { knobs, contentType, chunks } = yield* operation.answer(body, frame);
  if (knobs.latencyMs > 0) yield { kind: 'wait', ms: knobs.latencyMs };
  if (knobs.status !== null)
    yield* errorAnswer(knobs.status, `The sandbox answers with status ${String(knobs.status)} as asked.`, null);
  else yield* disturbed(knobs, contentType, chunks);
}

/** The same ID for the same request. */
function* idOf(body: Buffer): Generator<SandboxStep, string> {
  const hash = createHash('sha256');
  for (let at = 0; at < body.length; at += hashedBytesPerTurn) {
    if (at > 0) yield { kind: 'turn' };
    hash.update(body.subarray(at, at + hashedBytesPerTurn));
  }
  return hash.digest('hex').slice(0, 24);
}

/** Sends chunks as the instructions require. What should happen before the first chunk also happens before the head. */
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

function errorBody(status: number, message: string, param: string | null): Buffer {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  return Buffer.from(JSON.stringify({ error: { message, type, param, code: null } }));
}

function* errorAnswer(status: number, message: string, param: string | null): Generator<SandboxStep> {
  const wait: Record<string, string> = status === 429 || status === 503 ? { 'retry-after': '1' } : {};
  yield { kind: 'head', status, headers: { 'content-type': 'application/json', ...wait } };
  yield { kind: 'data', bytes: errorBody(status, message, param) };
}
