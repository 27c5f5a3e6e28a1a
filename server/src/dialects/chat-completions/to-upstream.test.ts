import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyScanner } from '../../json/body-scanner.ts';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import type { AttemptPlan } from '../dialect.ts';
import { toUpstream } from './to-upstream.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'm',
  stream: false,
  includeUsage: false,
  callId: 'call',
};

function sent(body: string, changes: Partial<AttemptPlan> = {}): string {
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(body));
  return toUpstream(scanner.finish(), { ...plan, ...changes }).toString();
}

const stream = { stream: true } as const;
const oldBound = { quirks: { maxTokensOnly: true } } as const;
const on = '"stream_options":{"include_usage":true}';

const rows: readonly (readonly [name: string, body: string, expected: string, changes?: Partial<AttemptPlan>])[] = [
  [
    'the model has another name there',
    '{ "model" : "m" , "x":[1.0,1e3] }',
    '{ "model" : "up/\\"m" , "x":[1.0,1e3] }',
    { upstreamModel: 'up/"m' },
  ],
  ['a name written with escapes', '{"\\u006dodel":"\\u006d"}', '{"\\u006dodel":"u"}', { upstreamModel: 'u' }],
  [
    'a name that only begins like the one there',
    `{"model":"${'m'.repeat(3000)}"}`,
    `{"model":"${'m'.repeat(1024)}"}`,
    { upstreamModel: 'm'.repeat(1024) },
  ],
  ['row 38: usage is always asked for', '{"stream":true,"model":"m","a":1}', `{"stream":true,"model":"m",${on},"a":1}`, stream],
  [
    'row 38: usage refused by the client',
    '{"model":"m","stream":true,"stream_options":{"include_usage":false,"z":1.0}}',
    '{"model":"m","stream":true,"stream_options":{"include_usage":true,"z":1.0}}',
    stream,
  ],
  [
    'other stream options stay',
    '{"model":"m","stream_options":{ "z":1.0 },"stream":true}',
    '{"model":"m","stream_options":{"include_usage":true, "z":1.0 },"stream":true}',
    stream,
  ],
  [
    'empty stream options',
    '{"model":"m","stream":true,"stream_options":{ }}',
    '{"model":"m","stream":true,"stream_options":{"include_usage":true }}',
    stream,
  ],
  ['null stream options', '{"model":"m","stream":true,"stream_options":null}', `{"model":"m","stream":true,${on}}`, stream],
  [
    'null means absent',
    '{"stream":null,"model":"m","stream_options":null,"max_tokens":null,"temperature":null}',
    '{"model":"m","temperature":null}',
  ],
  [
    'row 39: routing fields',
    '{"api_base":"x","base_url":"y","model":"m","user_config":{"a":[1]},"custom_llm_provider":1,"api_key":"k"}',
    '{"model":"m"}',
  ],
  ['row 39: a routing field written with escapes', '{"model":"m","api\\u005fbase":"x","z":1}', '{"model":"m","z":1}'],
  [
    'row 39: routing fields between others',
    '{"a":1,"api_key":"k","model":"m","fallbacks":["n"],"z":1}',
    '{"a":1,"model":"m","z":1}',
  ],
  [
    'inner fields of the same names are data',
    '{"model":"m","metadata":{"api_base":"x"}}',
    '{"model":"m","metadata":{"api_base":"x"}}',
  ],
  ['the old name of the bound', '{"model":"m","max_completion_tokens" : 9}', '{"model":"m","max_tokens":9}', oldBound],
  [
    'both bounds for an old upstream',
    '{"model":"m","max_completion_tokens":9,"max_tokens":3,"z":1}',
    '{"model":"m","max_tokens":9,"z":1}',
    oldBound,
  ],
  [
    'both bounds, old one first',
    '{"max_tokens":3,"max_completion_tokens":9,"model":"m"}',
    '{"max_tokens":9,"model":"m"}',
    oldBound,
  ],
  ['a bound for strict keys', '{"model":"m","z":1}', '{"model":"m","max_tokens":50,"z":1}', { outputTokensMax: 50 }],
  ['a bound in place of null', '{"max_tokens":null,"model":"m"}', '{"model":"m","max_tokens":50}', { outputTokensMax: 50 }],
  [
    "the client's own bound stays",
    '{"model":"m","max_completion_tokens":3}',
    '{"model":"m","max_completion_tokens":3}',
    { outputTokensMax: 50 },
  ],
  [
    'everything at once',
    '{"api_base":"x","model":"m","api_key":"k","max_tokens":null,"stream":true}',
    `{"model":"u",${on},"max_tokens":5,"stream":true}`,
    { ...stream, upstreamModel: 'u', outputTokensMax: 5 },
  ],
];

for (const [name, body, expected, changes] of rows) {
  test(`every other byte reaches the upstream as it was sent: ${name}`, () => {
    assert.equal(sent(body, changes), expected);
    JSON.parse(expected);
  });
}

test('a body that needs no change is passed on without a copy', () => {
  const scanner = new BodyScanner();
  const bytes = Buffer.from('{"model":"m","messages":[{"role":"user","content":"\\u4f60\\/"}]}');
  scanner.push(bytes);
  assert.equal(toUpstream(scanner.finish(), plan), bytes);
});

test('a long image inside the body reaches the upstream unchanged', () => {
  const body = JSON.stringify({
    api_key: 'k',
    messages: [{ content: `data:image/png;base64,${'QUJD'.repeat(500_000)}` }],
    model: 'm',
  });
  assert.equal(sent(body, { upstreamModel: 'u' }), body.replace('"api_key":"k",', '').replace('"model":"m"', '"model":"u"'));
});

const steering = [
  ...['api_base', 'api_key', 'api_type', 'api_version', 'azure_ad_token', 'base_url', 'custom_llm_provider', 'deployment_id'],
  ...['extra_headers', 'extra_query', 'fallbacks', 'headers', 'litellm_params', 'model_list', 'models', 'organization'],
  ...['provider', 'route', 'user_config'],
];

for (const name of steering) {
  test(`row 39: \`${name}\`, by which a client could choose another model or place, never reaches an upstream`, () => {
    for (const value of ['"x"', '["other/model"]', '{"a":1}', 'null', '0']) {
      assert.equal(sent(`{"${name}":${value},"model":"m","z":1}`), '{"model":"m","z":1}');
      assert.equal(sent(`{"z":1,"model":"m","${name}":${value}}`), '{"z":1,"model":"m"}');
    }
  });
}
