import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../test/proofs/seed.ts';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { readWhole } from './read-whole.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  stream: false,
  includeUsage: false,
  callId: 'call',
};
function readNow(bytes: Buffer, as: AttemptPlan): WholeAnswer {
  const reading = readWhole(bytes, as);
  for (;;) {
    const next = reading.next();
    if (next.done === true) return next.value;
  }
}

const choice = '{"index":0,"message":{"role":"assistant","content":"你好 ok"},"finish_reason":"stop"}';
const usage = '"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}';

test('a whole answer keeps every byte but the name of the model', () => {
  const body = (model: string): string =>
    `\n { "id":"c", "model" : "${model}" ,"object":"chat.completion","created": 7, "choices":[${choice}], ${usage}, "x":1.0 }`;
  const answer = readNow(Buffer.from(body('u-2026')), plan);
  assert.ok(answer.ok);
  assert.equal(answer.body.toString(), body('m'));
  assert.deepEqual(answer.text, { wide: 2, narrow: 3 });
  assert.deepEqual(answer.usage, {
    kind: 'valid',
    usage: { inputTokens: 3, cachedTokens: 0, outputTokens: 2, reasoningTokens: 0, more: null },
    tier: null,
  });
  const same = Buffer.from(body('m'));
  const unchanged = readNow(same, plan);
  assert.ok(unchanged.ok && unchanged.body === same);
});

test('an empty error member is left out of a whole answer, a missing usage is said to be missing', () => {
  const names = '"id":"c","object":"chat.completion","created":7,"model":"m"';
  const answer = readNow(Buffer.from(`{"error":null,${names},"choices":[${choice}]}`), plan);
  assert.ok(answer.ok);
  assert.equal(answer.body.toString(), `{${names},"choices":[${choice}]}`);
  assert.deepEqual(answer.usage, { kind: 'none' });
});

const refused: readonly (readonly [name: string, body: string, fault: RegExp])[] = [
  ['cut off', `{"choices":[${choice}]`, /not one complete JSON/],
  ['two documents', `{"choices":[${choice}]}{}`, /not one complete JSON/],
  ['empty', '', /empty/],
  ['row 78: an HTML page', '<html></html>', /HTML/],
  ['row 86: an event stream', 'data: {"choices":[]}\n\ndata: [DONE]\n\n', /event stream/],
  ['a list', '[]', /not a JSON object/],
  ['no choices', '{"id":"c"}', /no choices/],
  ['empty choices', '{"choices":[]}', /no choices/],
  ['a choice without a message', '{"choices":[{"finish_reason":"stop"}]}', /no message/],
  ['finish_reason null', '{"choices":[{"message":{},"finish_reason":null}]}', /no finish_reason/],
  ['finish_reason empty', '{"choices":[{"message":{},"finish_reason":""}]}', /no finish_reason/],
  ['an error inside', `{"error":{"message":"x","type":"overloaded"},"choices":[${choice}]}`, /reported an error.*\(overloaded\)/],
  ['an error as a string', '{"error":"at https://up"}', /reported an error inside its answer$/],
  ['an error status inside', `{"base_resp":{"status_code":1008},"choices":[${choice}]}`, /error status.*1008/],
  ['a flat error', '{"code":20012,"message":"at https://up","data":null}', /\(20012\)/],
  ['a flat error with msg', '{"code":"x y","msg":"z"}', /in place of an answer$/],
];

for (const [name, body, fault] of refused) {
  test(`an answer with status 200 that is no answer is not charged: ${name}`, () => {
    const answer = readNow(Buffer.from(body), plan);
    assert.ok(!answer.ok);
    assert.match(answer.fault, fault);
    assert.doesNotMatch(answer.fault, /https/);
  });
}

test('a missing finish_reason is excused where the profile says so', () => {
  const body = Buffer.from('{"choices":[{"message":{"content":"a"}}]}');
  assert.ok(readNow(body, { ...plan, quirks: { omitsFinishReason: true } }).ok);
});

/** Beyond this size a document is read in steps. */
const padding = ' '.repeat(300_000);

function readLarge(body: string): WholeAnswer {
  return readNow(Buffer.from(body + padding), plan);
}

/** The known facts of an answer, without its padding. */
function told(answer: WholeAnswer): unknown {
  return answer.ok ? { ...answer, body: answer.body.toString().trimEnd() } : answer;
}

test('an answer is read in steps as it is read at once: the same checks, the same bytes', () => {
  for (const [, body] of refused.filter(([name]) => name !== 'empty'))
    assert.deepEqual(told(readLarge(body)), told(readNow(Buffer.from(body), plan)), body);
  const part = fc.constantFrom<unknown>(
    'text 网',
    [{ type: 'text', text: 'a' }, 'b', { text: ['c'] }],
    { text: 'x' },
    null,
    [{ function: { name: 'f', arguments: '{"a":[1]}' } }, { function: [1] }, 1],
    { name: 'f', arguments: 'x' },
    [[1, 2], { a: { b: [3] } }],
    { prompt_tokens: 3, completion_tokens: 4, completion_tokens_details: { reasoning_tokens: 1 } },
    { usage: { prompt_tokens: 7, completion_tokens: 8 } },
    { code: 'x', details: [1] },
    '',
    'stop',
    'length',
    7,
    false,
  );
  const names = (...list: string[]): fc.Arbitrary<string> => fc.constantFrom(...list);
  const message = fc.dictionary(
    names('content', 'reasoning_content', 'reasoning', 'refusal', 'tool_calls', 'function_call', 'audio'),
    part,
  );
  const option = fc.record({
    message: fc.oneof({ weight: 9, arbitrary: message }, part),
    finish_reason: names('stop', 'length'),
    logprobs: part,
    index: part,
  });
  const answers = fc.dictionary(
    names('id', 'model', 'usage', 'x_groq', 'error', 'code', 'detail', 'base_resp', 'prompt_token_ids'),
    part,
  );
  fc.assert(
    fc.property(answers, fc.oneof({ weight: 9, arbitrary: fc.array(option) }, part), fc.boolean(), (rest, choices, isFirst) => {
      const body = JSON.stringify(isFirst ? { choices, ...rest } : { ...rest, choices }, null, 1);
      assert.deepEqual(told(readLarge(body)), told(readNow(Buffer.from(body), plan)), body);
      assert.deepEqual(told(readLarge(`\ufeff${body}`)), told(readNow(Buffer.from(`\ufeff${body}`), plan)));
    }),
    { seed: testSeed, numRuns: 300 },
  );
});

test('an answer with megabytes of logprobs is read in steps of at most 256 KiB, and relayed byte by byte', () => {
  const entry = '{"token":"hello","logprob":-0.1,"bytes":[104,101],"top_logprobs":[{"token":"hello","logprob":-0.1}]}';
  const logprobs = `{"content":[${Array<string>(20_000).fill(entry).join(',')}]}`;
  const body = (model: string): string =>
    `{"id":"c","object":"chat.completion","created":7,"model":"${model}","choices":[${choice.slice(0, -1)},"logprobs":${logprobs}}],${usage}}`;
  const bytes = Buffer.from(body('u-2026'));
  const reading = readWhole(bytes, plan);
  let steps = 0;
  let next = reading.next();
  for (; next.done !== true; next = reading.next()) steps += 1;
  assert.ok(steps >= Math.floor(bytes.length / (256 * 1024)), String(steps));
  assert.ok(next.value.ok);
  assert.equal(next.value.body.toString(), body('m'));
  assert.deepEqual([next.value.text, next.value.usage.kind], [{ wide: 2, narrow: 3 }, 'valid']);
});
