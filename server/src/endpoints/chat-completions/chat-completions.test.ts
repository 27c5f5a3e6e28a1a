import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatCompletionRequest } from '@tollgate/contract/model-api/chat-completions';
import { ApiError } from '@tollgate/contract/errors';
import { BodyScanner } from '../../json/body-scanner.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { EstimateFacts } from '../endpoint.ts';
import { chatCompletions } from './chat-completions.ts';

function scan(json: string): ScannedBody {
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(json));
  return scanner.finish();
}

const user = { role: 'user', content: 'hi' };

/** A valid request except for these members. A string is JSON text, because some faults cannot be expressed otherwise. */
function body(members: object | string): ScannedBody {
  if (typeof members === 'string') return scan(`{"model":"m","messages":[{"role":"user","content":"hi"}],${members}}`);
  return scan(JSON.stringify({ model: 'm', messages: [user], ...members }));
}

const message = (value: unknown): object => ({ messages: [user, user, value] });

const refused: readonly (readonly [name: string, members: object | string, param: string, words: RegExp])[] = [
  ['row 30: model missing', { model: undefined }, 'model', /missing.*GET \/v1\/models/],
  ['row 30: model 0', { model: 0 }, 'model', /must be the name/],
  ['row 30: model empty', { model: '' }, 'model', /must be the name/],
  ['row 32: messages missing', { messages: undefined }, 'messages', /missing/],
  ['row 32: messages null', { messages: null }, 'messages', /missing/],
  ['row 32: messages empty', { messages: [] }, 'messages', /at least one/],
  ['row 32: messages an object', { messages: {} }, 'messages', /list/],
  ['row 32: too many messages', { messages: Array.from({ length: 10_001 }, () => user) }, 'messages', /at most 10000/],
  ['row 32: a message that is none', message('hi'), 'messages[2]', /object/],
  ['row 32: no role', message({ content: 'x' }), 'messages[2].role', /missing.*system, user/],
  ['row 32: unknown role', message({ role: 'root', content: 'x' }), 'messages[2].role', /one of/],
  ['row 32: content null', message({ role: 'user', content: null }), 'messages[2].content', /missing/],
  ['row 32: content absent', message({ role: 'user' }), 'messages[2].content', /missing/],
  ['row 32: content a number', message({ role: 'user', content: 1 }), 'messages[2].content', /string or a list/],
  ['row 32: content without words', message({ role: 'assistant', content: null }), 'messages[2].content', /missing/],
  ['row 32: a part that is none', message({ role: 'user', content: ['x'] }), 'messages[2].content[0]', /object/],
  ['row 32: a part without type', message({ role: 'user', content: [{}] }), 'messages[2].content[0].type', /missing/],
  [
    'row 32: a text part without text',
    message({ role: 'user', content: [{ type: 'text' }] }),
    'messages[2].content[0].text',
    /string/,
  ],
  [
    'row 44: an image without address',
    message({ role: 'user', content: [{ type: 'image_url', image_url: {} }] }),
    'messages[2].content[0].image_url.url',
    /data: URL/,
  ],
  ['row 32: a tool message without its call', message({ role: 'tool', content: 'x' }), 'messages[2].tool_call_id', /missing/],
  ['row 33: stream "true"', { stream: 'true' }, 'stream', /true or false/],
  ['row 33: stream 1', { stream: 1 }, 'stream', /true or false/],
  ['row 34: max_tokens 0', { max_tokens: 0 }, 'max_tokens', /from 1 to 2147483647/],
  ['row 34: max_tokens -1', { max_tokens: -1 }, 'max_tokens', /from 1/],
  ['row 34: max_tokens 1.5', { max_tokens: 1.5 }, 'max_tokens', /whole number/],
  ['row 34: max_tokens 1e400', '"max_tokens":1e400', 'max_tokens', /whole number/],
  ['row 34: max_tokens 2^63', '"max_tokens":9223372036854775808', 'max_tokens', /from 1 to/],
  ['row 34: max_tokens "10"', { max_tokens: '10' }, 'max_tokens', /whole number/],
  [
    'row 34: max_completion_tokens beside it',
    { max_tokens: 5, max_completion_tokens: 0 },
    'max_completion_tokens',
    /whole number/,
  ],
  ['row 35: n 0', { n: 0 }, 'n', /from 1 to 128/],
  ['row 35: n 129', { n: 129 }, 'n', /from 1 to 128/],
  ['row 35: n 2^31', { n: 2 ** 31 }, 'n', /from 1 to 128/],
  ['row 35: n times max_tokens overflows', { n: 128, max_tokens: 2 ** 31 - 1 }, 'max_tokens', /too large for `n`/],
  ['row 36: temperature as text', { temperature: 'NaN' }, 'temperature', /number from 0 to 2/],
  ['row 36: temperature 1e400', '"temperature":1e400', 'temperature', /number from 0 to 2/],
  [
    'row 36: logit_bias without end',
    { logit_bias: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`t${String(i)}`, 1])) },
    'logit_bias',
    /at most 1024/,
  ],
  ['row 36: a bias that is none', { logit_bias: { '1': 'x' } }, 'logit_bias', /from -100 to 100/],
  ['row 36: a thousand stops', { stop: Array.from({ length: 1000 }, () => 'x') }, 'stop', /at most 16/],
  ['row 36: a stop that is none', { stop: [1] }, 'stop', /strings/],
  ['row 37: ten thousand tools', { tools: Array.from({ length: 10_000 }, () => ({ type: 'x' })) }, 'tools', /at most 512/],
  ['row 37: a tool that is none', { tools: [1] }, 'tools[0]', /object/],
  ['row 37: a tool without type', { tools: [{}] }, 'tools[0].type', /missing/],
  ['row 37: a function without name', { tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name', /characters/],
  ['row 37: a function without itself', { tools: [{ type: 'function' }] }, 'tools[0].function', /missing/],
  ['row 37: an old function without name', { functions: [{}] }, 'functions[0].name', /characters/],
  [
    'row 38: stream_options without stream',
    { stream_options: { include_usage: true } },
    'stream_options',
    /together with `stream: true`/,
  ],
  ['row 38: stream_options that are none', { stream: true, stream_options: 1 }, 'stream_options', /object/],
  [
    'row 38: include_usage "yes"',
    { stream: true, stream_options: { include_usage: 'yes' } },
    'stream_options.include_usage',
    /true or false/,
  ],
  ['a body of the responses interface', { messages: undefined, input: 'hi' }, 'input', /Responses API.*`messages`/],
];

for (const [name, members, param, words] of refused) {
  test(`bad parameters give 400 and name the field and the remedy: ${name}`, () => {
    assert.throws(
      () => chatCompletions.read(body(members)),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.status, 400);
        assert.equal(error.param, param);
        assert.match(error.message, words);
        return true;
      },
    );
  });
}

const accepted: readonly (readonly [name: string, members: object])[] = [
  [
    'null everywhere',
    {
      stream: null,
      n: null,
      max_tokens: null,
      temperature: null,
      tools: null,
      stop: null,
      stream_options: null,
      logit_bias: null,
    },
  ],
  ['fields of a provider', { enable_thinking: true, thinking: { type: 'enabled' }, top_k: 3, extra: [1] }],
  [
    'an assistant that only calls tools',
    message({ role: 'assistant', tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }] }),
  ],
  ['a tool answer', message({ role: 'tool', tool_call_id: 't', content: [{ type: 'text', text: 'x' }] })],
  ['parts of other kinds', message({ role: 'user', content: [{ type: 'video_url', video_url: { url: 'https://x' } }] })],
  [
    'row 41: any image address, because it is not fetched here',
    message({ role: 'user', content: [{ type: 'image_url', image_url: { url: 'http://127.0.0.1/' } }] }),
  ],
  [
    'row 37: a schema as data',
    { tools: [{ type: 'function', function: { name: 'f', parameters: { pattern: '(a+)+$', __proto__: 1 } } }] },
  ],
  [
    'all limits reached',
    { n: 128, max_tokens: 16_777_215, temperature: 2, top_p: 1, stop: Array.from({ length: 16 }, () => 'x') },
  ],
];

for (const [name, members] of accepted) {
  test(`a request that a provider may understand is let through, and the published schema agrees: ${name}`, () => {
    const scanned = body(members);
    assert.equal(chatCompletions.read(scanned).model, 'm');
    assert.ok(chatCompletionRequest.safeParse(JSON.parse(scanned.bytes.toString())).success);
  });
}

test('what is read from a request', () => {
  const plain = { model: 'm', stream: false, includeUsage: false, outputTokensMax: null, choices: 1, serviceTier: null };
  assert.deepEqual(chatCompletions.read(body({})), plain);
  assert.deepEqual(chatCompletions.read(body({ stream: true, stream_options: { include_usage: true } })), {
    ...plain,
    stream: true,
    includeUsage: true,
  });
  assert.deepEqual(chatCompletions.read(body({ n: 3, max_tokens: 10, max_completion_tokens: 20 })), {
    ...plain,
    choices: 3,
    outputTokensMax: 60,
  });
});

const facts: EstimateFacts = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 4096 };

function estimate(members: object, changes: Partial<EstimateFacts> = {}): ReturnType<typeof chatCompletions.estimate> {
  const scanned = body(members);
  return chatCompletions.estimate(chatCompletions.read(scanned), scanned, { ...facts, ...changes });
}

test('input is reserved at 2 tokens for a Chinese character and charged, if ever, by the character rule', () => {
  // In addition to the 100 characters there are the model's name and the role: 5 narrow characters.
  const { expected, input } = estimate({ messages: [{ role: 'user', content: '网'.repeat(100) }] });
  assert.equal(expected.inputTokens, Math.ceil(100 * 2 + 5 * 0.5 + 4 + 3));
  assert.equal(input.inputTokens, Math.ceil(100 * 0.75 + 5 * 0.25 + 4 + 3));
  assert.equal(input.outputTokens, 0);
});

test('the worst case covers every byte, every choice and the longest output', () => {
  const scanned = body({ n: 2 });
  const { worst } = estimate({ n: 2 });
  assert.ok(worst.inputTokens >= scanned.bytes.length);
  assert.equal(worst.outputTokens, 2 * 131_072);
  assert.equal(estimate({ n: 2 }, { contextLength: 1000 }).worst.outputTokens, 2000);
  assert.equal(estimate({ n: 2 }, { contextLength: 1000, outputLimit: 300 }).worst.outputTokens, 600);
  assert.equal(estimate({ n: 2, max_tokens: 7 }, { outputLimit: 300 }).worst.outputTokens, 14);
});

test('a bound on the output bounds the worst case only of models that keep all their output under it', () => {
  const thinksBeside = { outputLimit: 65_536, outputBoundHolds: false };
  assert.equal(estimate({ n: 2, max_tokens: 7 }, thinksBeside).worst.outputTokens, 2 * 65_536);
  assert.equal(estimate({ n: 2, max_tokens: 7 }, thinksBeside).expected.outputTokens, 14);
});

test('expected output is the smaller of the bound and what is typical', () => {
  assert.equal(estimate({ n: 3, max_tokens: 10 }).expected.outputTokens, 30);
  assert.equal(estimate({ n: 3 }).expected.outputTokens, 3 * 4096);
  assert.equal(estimate({ max_tokens: 100_000 }).expected.outputTokens, 4096);
});

test('an image counts as an image, however large its text is', () => {
  const picture = (url: string): object => ({
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  });
  const small = estimate(picture('https://example.com/a.png'));
  const large = estimate(picture(`data:image/png;base64,${'QUJD'.repeat(500_000)}`));
  for (const { expected, worst, input } of [small, large]) {
    assert.ok(expected.inputTokens >= 1600 && expected.inputTokens < 1700);
    assert.ok(input.inputTokens >= 765 && input.inputTokens < 800);
    assert.ok(worst.inputTokens >= 75_000 && worst.inputTokens < 78_000);
  }
  const sound = { type: 'file', file: { file_data: `data:audio/wav;base64,${'QUJD'.repeat(500_000)}` } };
  const { worst, expected } = estimate({ messages: [{ role: 'user', content: [sound] }] });
  assert.ok(worst.inputTokens > 2_000_000);
  // A file may consist entirely of text, so its bytes are expected to be read; an image's are not.
  assert.ok(expected.inputTokens > 370_000 && expected.inputTokens < 380_000);
});

test('what the upstream fetches itself may fill all that the model takes', () => {
  const film = { type: 'video_url', video_url: { url: 'https://example.com/film.mp4' } };
  const message = { messages: [{ role: 'user', content: [film] }] };
  assert.ok(estimate(message, { contextLength: 200_000 }).worst.inputTokens > 200_000);
  assert.ok(estimate(message).worst.inputTokens > 1_000_000);
});

test('a part of a type that nobody here knows counts as fetched where it names an address, and as its text where not', () => {
  const worstOf = (part: object): number =>
    estimate({ messages: [{ role: 'user', content: [part] }] }, { contextLength: 200_000 }).worst.inputTokens;
  const url = 'https://example.com/book.pdf';
  for (const part of [
    { type: 'pdf_url', pdf_url: { url } },
    { type: 'source', source: url },
    { type: 'input_file', file_url: url },
    { type: '', link: { href: 's3://bucket/book' } },
  ])
    assert.ok(worstOf(part) > 200_000, JSON.stringify(part));
  for (const part of [
    { type: 'text', text: url },
    { type: 'refusal', refusal: 'no' },
    { type: 'thinking', thinking: 'hm' },
  ])
    assert.ok(worstOf(part) < 3_000, JSON.stringify(part));
});

test('estimates stay believable counts', () => {
  const { worst } = estimate({ n: 128 }, { outputLimit: 2 ** 30 });
  assert.equal(worst.outputTokens, 2 ** 31 - 1);
});
