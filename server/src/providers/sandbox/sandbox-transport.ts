import type { Clock } from '../../platform/clock.ts';
import type { Transport, UpstreamRequest } from '../../upstream/exchange.ts';
import { composeAnswer } from './sandbox-answer.ts';
import { SandboxExchange, type SandboxStep } from './sandbox-exchange.ts';
import { SandboxRefusal, type SandboxKnobs } from './sandbox-knobs.ts';
import { readSandboxRequest } from './sandbox-request.ts';
import { errorBody, frameOf, streamEvents, wholeBody } from './sandbox-wire.ts';

/** Answers model calls by itself, without any connection, key or chance; what it can be made to do is in docs/sandbox.md. */
export function createSandboxTransport({ clock }: { readonly clock: Clock }): Transport {
  const running = new Set<SandboxExchange>();

  return {
    send(request, sink) {
      const exchange = new SandboxExchange({
        clock,
        script: script(request, clock),
        timeouts: request.timeouts,
        sink,
        onOver: (ended) => running.delete(ended),
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
  const request = readSandboxRequest(sent.body);
  const { knobs } = request;
  if (request.model !== 'chat') {
    yield* errorAnswer(404, 'The sandbox has no such model.', 'model');
    return;
  }
  const frame = frameOf(sent.body, Math.floor(clock.nowMs() / 1000), request, composeAnswer(request));
  if (knobs.latencyMs > 0) yield { kind: 'wait', ms: knobs.latencyMs };
  if (knobs.status !== null)
    yield* errorAnswer(knobs.status, `The sandbox answers with status ${String(knobs.status)} as asked.`, null);
  else if (request.stream) yield* disturbed(knobs, 'text/event-stream; charset=utf-8', streamEvents(frame));
  else yield* disturbed(knobs, 'application/json', parts(wholeBody(frame)));
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
