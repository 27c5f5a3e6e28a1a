import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptPlan } from '../dialect.ts';
import { readWhole } from './read-whole.ts';

const plan: AttemptPlan = {
  model: 'm',
  upstreamModel: 'u',
  stream: false,
  includeUsage: false,
  quirks: {},
  outputTokensMax: null,
};
const choice = '{"index":0,"message":{"role":"assistant","content":"你好 ok"},"finish_reason":"stop"}';
const usage = '"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}';

test('a whole answer keeps every byte but the name of the model', () => {
  const body = (model: string): string => `\n { "id":"c", "model" : "${model}" ,"choices":[${choice}], ${usage}, "x":1.0 }`;
  const answer = readWhole(Buffer.from(body('u-2026')), plan);
  assert.ok(answer.ok);
  assert.equal(answer.body.toString(), body('m'));
  assert.deepEqual(answer.text, { wide: 2, narrow: 3 });
  assert.deepEqual(answer.usage, {
    kind: 'valid',
    usage: { inputTokens: 3, cachedTokens: 0, outputTokens: 2, reasoningTokens: 0 },
  });
  const same = Buffer.from(body('m'));
  const unchanged = readWhole(same, plan);
  assert.ok(unchanged.ok && unchanged.body === same);
});

test('an empty error member is left out of a whole answer, a missing usage is said to be missing', () => {
  const answer = readWhole(Buffer.from(`{"error":null,"choices":[${choice}]}`), plan);
  assert.ok(answer.ok);
  assert.equal(answer.body.toString(), `{"choices":[${choice}]}`);
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
    const answer = readWhole(Buffer.from(body), plan);
    assert.ok(!answer.ok);
    assert.match(answer.fault, fault);
    assert.doesNotMatch(answer.fault, /https/);
  });
}

test('a missing finish_reason is excused where the profile says so', () => {
  const body = Buffer.from('{"choices":[{"message":{"content":"a"}}]}');
  assert.ok(readWhole(body, { ...plan, quirks: { omitsFinishReason: true } }).ok);
});
