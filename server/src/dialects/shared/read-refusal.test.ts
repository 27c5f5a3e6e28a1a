import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { assertLinear } from '../../../test/cost-growth.ts';
import { cleanMessage } from '../clean-message.ts';
import { readInnerRefusal, readRefusal } from './read-refusal.ts';

/** Reads a refusal, with the message as a client gets it. */
function read(status: number, body: unknown): UpstreamRefusal & { readonly message: string | null } {
  const refusal = readRefusal(status, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  const isReported = refusal.blame === 'client' && refusal.words !== null;
  return { ...refusal, message: isReported ? cleanMessage(refusal.words) : null };
}
function error(message: string, more: object = {}): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } };
}

test('only an upstream that means the request blames the client; everything else goes to another route', () => {
  for (const status of [401, 402]) assert.equal(read(status, error('temperature is wrong')).blame, 'credentials', String(status));
  for (const status of [403, 404, 408, 409, 429, 500, 502, 503, 529]) {
    assert.equal(read(status, error('temperature is wrong')).blame, 'upstream', String(status));
  }
  for (const status of [400, 413, 415, 422])
    assert.equal(read(status, error('temperature is wrong')).blame, 'client', String(status));
  for (const words of [
    'Incorrect API key provided: sk-abc',
    'Your account balance is insufficient',
    'Arrearage: your account is overdue',
    '余额不足',
    'Your tokens per minute exceed the limit',
    'Token quota exceeded',
    'You exceeded your current quota',
  ]) {
    assert.equal(read(400, error(words)).blame, 'upstream', words);
  }
  for (const words of ['The model `up-1` does not exist or you do not have access to it', 'Model not found', '模型不存在'])
    assert.equal(read(400, error(words)).blame, 'model', words);
  assert.equal(read(400, error('bad', { code: 'model_not_found' })).blame, 'model');
  assert.equal(read(400, '<html><h1>400 Bad Request</h1></html>').blame, 'upstream');
});

const flagged = { metadata: { reasons: ['violence'], flagged_input: 'my api key', provider_name: 'x', model_slug: 'y' } };
const forbidden: readonly (readonly [body: unknown, blame: UpstreamRefusal['blame']])[] = [
  [error('Your input was flagged for "violence". No credits were charged.', { code: 403, ...flagged }), 'client'],
  [error('Content violates usage guidelines. API key ID: 1234'), 'client'],
  [{ code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.' }, 'client'],
  [error('您的输入包含敏感内容'), 'client'],
  [error('x', { code: 'content_policy_violation' }), 'client'],
  [error('x', { code: 'invalid_api_key' }), 'credentials'],
  [error('content policy', { type: 'authentication_error' }), 'credentials'],
  [{ code: 'InvalidApiKey', message: 'x' }, 'credentials'],
  [{ error: { code: 'AccountOverdueError', message: 'x' } }, 'credentials'],
  [error('x', { type: 'insufficient_user_quota' }), 'credentials'],
  [error('Incorrect API key provided'), 'upstream'],
  [error('Request not allowed', { type: 'forbidden' }), 'upstream'],
  [error('x', { type: 'permission_error' }), 'upstream'],
  ['<html><h1>403 Forbidden</h1>invalid_api_key, content policy</html>', 'upstream'],
  ['', 'upstream'],
];
for (const [body, blame] of forbidden) {
  test(`a 403 is classified: ${blame}, ${JSON.stringify(body).slice(0, 70)}`, () => {
    const refusal = read(403, body);
    assert.deepEqual([refusal.blame, refusal.code === 'content_policy_violation'], [blame, blame === 'client']);
  });
}

const ofOneRequest: readonly (readonly [status: number, words: string])[] = [
  [402, 'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 12000.'],
  [404, 'No endpoints found that support image input'],
  [404, 'No endpoint found that supports cache control'],
  [429, 'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 45000.'],
];
for (const [status, words] of ofOneRequest) {
  test(`a ${String(status)} that one request brought about says nothing of the route: ${words.slice(0, 50)}`, () => {
    const { blame, message } = read(status, error(words));
    assert.deepEqual([blame, message], ['request', null]);
    assert.notEqual(read(500, error(words)).blame, 'request', 'only with the status that goes with it');
  });
}

test('no words that a client can bring an upstream to say are taken for a refusal of our key', () => {
  const words = fc.array(
    fc.oneof(
      fc.constantFrom('invalid_api_key', 'Incorrect API key provided', 'insufficient_quota', 'arrearage', 'authentication_error'),
      fc.constantFrom('unauthorized', '"code":"invalid_api_key"', '}', '"', '\n', 'content policy', 'flagged'),
      fc.string({ maxLength: 20 }),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(words, fc.constantFrom(403, 400, 413, 422), fc.nat(2), (parts, status, shape) => {
      const text = parts.join(' ');
      const shapes = [error(text), { message: text, code: 403 }, { error: text }];
      assert.notEqual(read(status, shapes[shape]).blame, 'credentials');
    }),
    { numRuns: 1000 },
  );
});

const codes: readonly (readonly [status: number, body: unknown, code: UpstreamRefusal['code']])[] = [
  [
    400,
    error("This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."),
    'context_length_exceeded',
  ],
  [400, error('x', { code: 'context_length_exceeded' }), 'context_length_exceeded'],
  [400, error('Input length 40000 exceeds the maximum length'), 'context_length_exceeded'],
  [422, { detail: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'context_length_exceeded'],
  [400, error('输入内容过长'), 'context_length_exceeded'],
  [400, error('The response was filtered', { code: 'content_filter' }), 'content_policy_violation'],
  [400, { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.' }, 'content_policy_violation'],
  [413, error('too big'), 'body_too_large'],
  [413, error('Your account may not send so much to the model', { type: 'permission_error' }), 'body_too_large'],
  [413, error('Incorrect API key provided'), 'body_too_large'],
  [413, '', 'body_too_large'],
  [400, error("Unsupported value: 'temperature' does not support 0.2"), 'invalid_parameter'],
  [400, error('max_tokens exceeds the maximum of 8192'), 'invalid_parameter'],
  [400, error('The role is case sensitive'), 'invalid_parameter'],
  [400, '', 'invalid_parameter'],
];
for (const [status, body, code] of codes) {
  test(`a refusal is classified: ${code}, ${JSON.stringify(body).slice(0, 60)}`, () => {
    const refusal = read(status, body);
    assert.deepEqual([refusal.blame, refusal.code], ['client', code]);
  });
}

test("the upstream's words are found in every shape in use", () => {
  const words = 'max_tokens must be positive';
  for (const body of [
    error(words),
    { message: words },
    { code: 1, msg: words },
    { err: words },
    { error_msg: words },
    { header: { message: words } },
    { response: { error: { message: words } } },
    { error: words },
    { detail: words },
    { detail: [{ loc: ['body'], msg: words }] },
    { base_resp: { status_code: 2013, status_msg: words } },
    [error(words)],
  ]) {
    assert.equal(read(400, body).message, words, JSON.stringify(body));
  }
  assert.equal(read(400, error(words, { param: 'messages[2].role' })).param, 'messages[2].role');
  assert.equal(read(400, error(words, { param: 'https://up/x' })).param, null);
});

test("row 83: an upstream's words carry no address, secret, person or id of ours there", () => {
  const secrets = [
    'https://api.up.example.com/v1/chat?key=1',
    'api.up-stream.com',
    'gw.internal:8080/v1',
    'localhost:9000',
    '10.1.2.3:443',
    '[2001:db8:0:1::7]:443',
    'sk-proj-AbCd1234EfGh5678',
    'sk-ab***********xyz',
    'Bearer abcdef',
    'ops@up.example.com',
    'org-Ab12Cd34Ef56',
    'req_0123456789abcdef',
    'request id: 20261121abcdef99',
    '(request_id=7f3a9c21-aaaa)',
    '123e4567-e89b-12d3-a456-426614174000',
    'AKIAIOSFODNN7EXAMPLE99',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIi',
  ];
  for (const secret of secrets) {
    const { message } = read(400, error(`top_p is wrong ${secret} and must be at most 1.`));
    assert.match(message ?? '', /^top_p is wrong.*and must be at most 1\.$/, secret);
    for (const part of secret.match(/[A-Za-z0-9*]{6,}/g) ?? []) {
      if (part !== 'request' && part !== 'Bearer') assert.ok(!message?.includes(part), `${part} in ${String(message)}`);
    }
  }
});

test('words on which aggregators switch a channel off, and words that are none, are not passed on', () => {
  assert.equal(read(400, error('Operation not allowed')).message, null);
  assert.equal(read(400, error('***')).message, null);
  assert.equal(read(400, error('')).message, null);
});

test('a long refusal is cut, and its control characters and markup do no harm', () => {
  const { message } = read(400, error(`bad\u0000 \u001b[31m value\r\n${'for a field '.repeat(5000)}`));
  assert.ok(message !== null && message.length <= 300 && !/\p{Cc}/u.test(message));
});

test('hostile words cost no more than their length', () => {
  for (const unit of ['a.', 'a@', 'sk-', '1.', 'a:', 'model ', 'input ', '输入', 'request id ', 'http://', '((', 'aA1']) {
    read(400, error(unit.repeat(30_000)));
    read(400, error(unit.repeat(900)));
  }
});

test("the cost of cleaning an upstream's words grows with their length and no faster, whatever they are", () => {
  for (const unit of [
    'secret ',
    'secret        ',
    'model        ',
    'account token ',
    '        ',
    '++++++++',
    '=/*-+=/*',
    'a.a.a.a.',
    'a@a@a@a@',
    '-a-a-a-a',
    'f:f:f:f:',
    '1.1.1.1.',
  ]) {
    const message = (times: number): object => error(`secret ${unit.repeat(30 * times)}`);
    assertLinear(
      8,
      () => read(400, message(1)),
      () => read(400, message(8)),
    );
  }
});

test('a gateway that names the cause beside the code of its protocol is understood by the cause', () => {
  const refused = (reason?: string) => readInnerRefusal(error('x', { type: null, code: 'invalid_prompt', reason })).code;
  assert.deepEqual(
    [refused(), refused('invalid_parameter'), refused('context_length_exceeded'), refused('odd')],
    ['content_policy_violation', 'invalid_parameter', 'context_length_exceeded', 'content_policy_violation'],
  );
});
