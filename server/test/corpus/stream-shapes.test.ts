import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { ChatStreamRelay } from '../../src/dialects/chat-completions/stream-relay.ts';
import type { AttemptPlan } from '../../src/dialects/dialect.ts';
import { attemptPlan } from './attempt-plan.ts';
import { madeStreams } from './chunk-shapes.ts';
import { faultsOfStream, sdkChunk } from './sdk-chunk.ts';
import { streamShapes } from './stream-shapes.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  includeUsage: false,
  callId: 'call',
};
const terminal = 'data: [DONE]\n\n';

/** The client's output for a stream that arrives in parts of this size. */
function relayed(bytes: Buffer, changes: Partial<AttemptPlan>, pieceBytes: number) {
  const relay = new ChatStreamRelay({ ...plan, ...changes });
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    out.push(relay.push(bytes.subarray(at, at + pieceBytes)) ?? Buffer.alloc(0));
  relay.end();
  const sent = Buffer.concat([...out, relay.tail ?? Buffer.alloc(0)]).toString();
  const events = sent.split('\n\n').slice(0, -1);
  const frames = events.filter((event) => event !== 'data: [DONE]').map((event) => JSON.parse(event.slice(6)) as object);
  return { sent, frames, state: relay.state, fault: relay.fault };
}

/** Compares part by part, because a difference in megabytes of text cannot be displayed. */
function assertSame(frames: readonly object[], leaves: readonly object[]): void {
  const short = (frame: object): string => JSON.stringify(frame).slice(0, 2_000);
  assert.deepEqual(
    frames.map(short),
    leaves.map(short).map((text, at) => (isEqual(frames[at], leaves[at]) ? short(frames[at] ?? {}) : text)),
  );
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

for (const { name, sends, leaves, isBroken = false, quirks = {}, includeUsage = false } of streamShapes) {
  test(`an odd stream leaves as clients need it: ${name}`, () => {
    const bytes = Buffer.from(sends);
    for (const pieceBytes of bytes.length > 65_536 ? [65_536] : [65_536, 7, 1]) {
      const result = relayed(bytes, { quirks, includeUsage }, pieceBytes);
      assert.deepEqual([result.state, isBroken ? null : result.fault], [isBroken ? 'broken' : 'complete', null]);
      assertSame(result.frames, leaves);
      assert.equal(result.sent.endsWith(terminal), !isBroken);
      const chunks = result.frames.map((frame) => sdkChunk.parse(frame));
      if (!isBroken) assert.deepEqual(faultsOfStream(chunks), []);
    }
  });
}

test('every chunk of every kind of upstream is what the official clients take for one', () => {
  assert.ok(new Set(madeStreams.flatMap(({ frames }) => frames.map((frame) => JSON.stringify(frame)))).size >= 200);
  for (const { name, frames } of madeStreams) {
    const bytes = Buffer.from(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('') + terminal);
    for (const includeUsage of [false, true]) {
      const { frames: left, fault } = relayed(bytes, { includeUsage }, 512);
      assert.equal(fault, null, name);
      const chunks = left.map((frame) => sdkChunk.parse(frame));
      assert.deepEqual(faultsOfStream(chunks), [], name);
    }
  }
});

function lines(frames: readonly object[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const frame of frames) controller.enqueue(Buffer.from(`${JSON.stringify(frame)}\n`));
      controller.close();
    },
  });
}

test("the official client's own helper puts every complete stream together", async () => {
  const small = streamShapes.filter(({ sends, isBroken }) => isBroken !== true && sends.length < 65_536);
  for (const { name, sends, quirks = {} } of small) {
    const { frames } = relayed(Buffer.from(sends), { quirks }, 512);
    const whole = await ChatCompletionStream.fromReadableStream(lines(frames))
      .finalChatCompletion()
      .catch((error: unknown) => assert.fail(`${name}: ${String(error)}`));
    for (const { message } of whole.choices) assert.equal(message.role, 'assistant', name);
  }
});
