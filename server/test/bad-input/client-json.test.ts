/**
 * Goal: no JSON from a client or an upstream can end the process or block its event loop. Method: a fuzz test of everything that such JSON
 * reaches, as pure functions: body scanner, checks, estimate, upstream body, sandbox model, whole and streamed answers, refusals and their
 * texts. Compares the longest turn of the event loop for every input with the time of `JSON.parse` for the same bytes in the same run. Only
 * repeatable results count.
 */
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test, type TestContext } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { chatCompletionsDialect } from '../../src/dialects/chat-completions/chat-completions-dialect.ts';
import type { AttemptPlan } from '../../src/dialects/dialect.ts';
import { chatCompletions as endpoint } from '../../src/endpoints/chat-completions/chat-completions.ts';
import { BodyScanner } from '../../src/json/body-scanner.ts';
import { createSandboxTransport } from '../../src/providers/sandbox/sandbox-transport.ts';
import { sandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import type { UpstreamFault } from '../../src/upstream/exchange.ts';
import { count } from '../proofs/counts.ts';
import { seededRandom, testSeed } from '../proofs/seed.ts';
import { attemptPlan } from '../corpus/attempt-plan.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { HostileJson } from './hostile-json.ts';

const dialect = chatCompletionsDialect.serves.get('chat-completions') ?? assert.fail();

/** Maximum duration of a turn of the event loop, as a multiple of `JSON.parse` for the same bytes. */
const timesParsing = 8;
/** Small inputs are compared with a document of this size, because shorter turns cannot be measured reliably. */
const floorBytes = 256 * 1024;
const repeats = 40;

const chunkBytes = 64 * 1024;
const answerBytesMax = 64 * 1024 * 1024;
const refusalBytesMax = 16 * 1024;
const timeouts = { connectTimeoutMs: 5_000, firstByteTimeoutMs: 60_000, idleTimeoutMs: 30_000, totalTimeoutMs: 300_000 };

const item = { role: 'user', content: 'What is the weather like?', tags: [1, 2.5, true, null] };
const ordinary = JSON.stringify(Array.from({ length: Math.ceil(floorBytes / JSON.stringify(item).length) }, () => item));

interface Turn {
  readonly what: string;
  readonly tookMs: number;
}

/** The work for one input, turn by turn; every run has the same turns. */
class Turns {
  readonly list: Turn[] = [];

  take<Result>(what: string, work: () => Result): Result {
    const startedMs = performance.now();
    try {
      return work();
    } finally {
      this.list.push({ what, tookMs: performance.now() - startedMs });
    }
  }
}

function timeOf(work: () => unknown): number {
  const startedMs = performance.now();
  try {
    work();
  } catch {
    // Invalid JSON: the time to detect that counts.
  }
  return performance.now() - startedMs;
}

/** Time of `JSON.parse` for these bytes: as a document, or as a string if they stop being a document early. */
function parsingMs(bytes: Buffer): number {
  const quoted = JSON.stringify(bytes.toString());
  return Math.max(
    timeOf(() => JSON.parse(ordinary)),
    timeOf(() => JSON.parse(bytes.toString())),
    timeOf(() => JSON.parse(quoted)),
  );
}

/** Allows only short errors of the catalogue; anything else is a defect. */
function refusedOr<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof ApiError, error instanceof Error ? (error.stack ?? '') : String(error));
    assert.ok(error.status < 500, error.code);
    const bytes = JSON.stringify(error.toBody()).length;
    assert.ok(bytes <= refusalBytesMax, `a refusal of ${String(bytes)} bytes`);
    return null;
  }
}

/** Processes a request as the gateway does; returns the body for the sandbox, if it gets that far. */
function asRequest(bytes: Buffer, turns: Turns): { readonly body: Buffer; readonly plan: AttemptPlan } | null {
  const scanner = new BodyScanner();
  return refusedOr(() => {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      turns.take('scan a piece', () => {
        scanner.push(bytes.subarray(at, at + chunkBytes));
      });
    const read = turns.take('scan the end', () => scanner.finish());
    const wants = turns.take('check', () => endpoint.read(read));
    const facts = { outputLimit: 4_096, contextLength: 128_000, outputBoundHolds: true, typicalOutputTokens: 100 };
    const { expected, worst } = turns.take('estimate', () => endpoint.estimate(wants, read, facts));
    for (const tokens of [expected.inputTokens, expected.outputTokens, worst.inputTokens, worst.outputTokens])
      assert.ok(Number.isInteger(tokens) && tokens >= 0);
    const plan = {
      ...planned,
      model: wants.model,
      upstreamModel: 'chat',
      body: read,
      stream: wants.stream,
      includeUsage: wants.includeUsage,
    };
    return { body: turns.take('edit for the upstream', () => dialect.toUpstream(read, plan)), plan };
  });
}

const planned = {
  ...attemptPlan,
  includeUsage: false,
  callId: 'call',
} as const;

/** Lets the sandbox answer. Every turn of the event loop is measured separately, because nothing else runs. */
async function askSandbox(body: Buffer, turns: Turns): Promise<void> {
  const [route] = sandboxProvider.routes;
  assert.ok(route);
  const defects: unknown[] = [];
  const faults: UpstreamFault[] = [];
  const heard = { bytes: 0, ended: false };
  const clock = new VirtualClock();
  const sandbox = createSandboxTransport({ clock, onDefect: (error) => defects.push(error) });
  const sink = {
    onHead: () => undefined,
    onData: (chunk: Buffer) => (heard.bytes += chunk.length),
    onEnd: () => (heard.ended = true),
    onFault: (fault: UpstreamFault) => faults.push(fault),
  };
  sandbox.send(
    { route: { ...route, apiKey: null }, dialect: 'chat-completions', path: '/chat/completions', body, stream: false, timeouts },
    sink,
  );
  for (let turn = 0; !heard.ended && faults.length === 0; turn += 1) {
    const startedMs = performance.now();
    await new Promise(setImmediate);
    turns.list.push({ what: 'let the sandbox answer', tookMs: performance.now() - startedMs });
    assert.ok(turn < 100_000, 'the sandbox never ends');
  }
  assert.deepEqual(defects, []);
  assert.ok(
    faults.every(({ kind }) => kind === 'reset'),
    JSON.stringify(faults),
  );
  assert.ok(heard.bytes <= answerBytesMax);
}

/** The same bytes as the response of an upstream. */
function asAnswer(bytes: Buffer, turns: Turns): void {
  const plan = { ...planned, model: 'm', upstreamModel: 'u', stream: true };
  const reading = turns.take('begin a whole answer', () => dialect.readWhole(bytes, plan));
  while (turns.take('read a whole answer', () => reading.next()).done !== true);
  const relay = dialect.createStreamRelay?.(plan) ?? assert.fail();
  const event = Buffer.concat([Buffer.from('data: '), bytes, Buffer.from('\n\n')]);
  for (let at = 0; at < event.length; at += chunkBytes)
    turns.take('relay a piece of a stream', () => relay.push(event.subarray(at, at + chunkBytes)));
  turns.take('end a stream', () => {
    relay.end();
  });
  const words = JSON.stringify({ error: { message: bytes.toString('utf8', 0, 4_000), code: 'x' } });
  for (const refusal of [bytes.subarray(0, chunkBytes), Buffer.from(words)])
    turns.take('read a refusal', () => dialect.readRefusal(400, refusal));
}

async function tryOnce(bytes: Buffer): Promise<readonly Turn[]> {
  const turns = new Turns();
  const sent = asRequest(bytes, turns);
  if (sent !== null) await askSandbox(sent.body, turns);
  asAnswer(bytes, turns);
  return turns.list;
}

function faster(one: Turn, other: Turn | undefined): Turn {
  return other === undefined || one.tookMs <= other.tookMs ? one : other;
}

/** The longest turn as a multiple of the parsing time, each at its minimum, because a busy machine only adds time. */
async function tried(bytes: Buffer): Promise<{ readonly times: number; readonly what: string }> {
  let best: readonly Turn[] | null = null;
  let parseMs = Infinity;
  for (let repeat = 1; ; repeat += 1) {
    const turns = await tryOnce(bytes);
    best = best === null ? turns : best.map((turn, at) => faster(turn, turns[at]));
    parseMs = Math.min(parseMs, parsingMs(bytes));
    const { what, tookMs } = best.reduce((longest, turn) => (turn.tookMs > longest.tookMs ? turn : longest));
    if (tookMs <= parseMs * timesParsing || repeat === repeats) return { what, times: tookMs / parseMs };
  }
}

async function expectBounded(context: TestContext, inputs: Iterable<readonly [name: string, bytes: Buffer]>): Promise<void> {
  let worst = { times: 0, what: '', name: '' };
  let number = 0;
  for (const [name, bytes] of inputs) {
    const found = await tried(bytes).catch((error: unknown) => {
      throw new Error(`${name}: ${bytes.toString('latin1', 0, 2_000)}`, { cause: error });
    });
    if (found.times > worst.times) worst = { ...found, name: `${name} (${String(bytes.length)} bytes)` };
    const start = bytes.toString('latin1', 0, 300);
    assert.ok(found.times <= timesParsing, `${name}: ${found.what} takes ${found.times.toFixed(1)} times parsing: ${start}`);
    number += 1;
  }
  context.diagnostic(
    `seed ${String(testSeed)}, ${String(number)} inputs; worst ${worst.times.toFixed(2)} times parsing: ${worst.what}, ${worst.name}`,
  );
}

function* drawn(inputs: number): Generator<[string, Buffer]> {
  const hostile = new HostileJson(seededRandom());
  for (let number = 0; number < inputs; number += 1) yield [`input ${String(number)}`, hostile.next()];
}

const mebibyte = 1024 * 1024;
const around = (member: string): Buffer =>
  Buffer.from(`{"model":"sandbox/chat","messages":[{"role":"user","content":"hi"}],${member}}`);
const nested = (levels: number): object =>
  levels === 0
    ? { type: 'string' }
    : { type: 'object', properties: { a: nested(levels - 1) }, required: Array<string>(1_000).fill('a') };
const tool = (parameters: object): string =>
  `"n":128,"tool_choice":"required","tools":[${JSON.stringify({ type: 'function', function: { name: 't', parameters } })}]`;
const entry = '{"token":"hello","logprob":-0.1,"bytes":[104,101],"top_logprobs":[]}';

const found: readonly (readonly [string, () => Buffer])[] = [
  ['a tool with a default of 5 MB, 128 times', () => around(tool({ default: 'x'.repeat(5 * mebibyte) }))],
  ['five levels that require one name a thousand times', () => around(tool(nested(5)))],
  ['30 MB of blanks', () => around(`"x":${' '.repeat(30 * mebibyte)}1`)],
  ['30 MB of digits', () => around(`"x":${'1'.repeat(30 * mebibyte)}`)],
  ['30 MB of short strings', () => around(`"x":[${'"aaaaaaaaaaaaaaaaaaaaaaaaaaaa",'.repeat(mebibyte)}1]`)],
  ['30 MB of quotes', () => around(`"x":${'""'.repeat(15 * mebibyte)}`)],
  ['30 MB of escapes', () => around(`"x":"${'\\u0041'.repeat(5 * mebibyte)}"`)],
  ['30 MB of one picture', () => around(`"x":"data:${'A'.repeat(30 * mebibyte)}"`)],
  [
    '19 MB of logprobs',
    () =>
      Buffer.from(
        `{"choices":[{"message":{},"finish_reason":"stop","logprobs":[${Array<string>(270_000).fill(entry).join(',')}]}]}`,
      ),
  ],
];

test('inputs found by hand neither end the process nor block its event loop', async (context) => {
  await expectBounded(
    context,
    (function* () {
      for (const [name, make] of found) yield [name, make()] as const;
    })(),
  );
});

test('whatever is sent, no turn of the event loop takes more than 8 times as long as parsing the same bytes', async (context) => {
  await expectBounded(context, drawn(count('hostileInputs')));
});
