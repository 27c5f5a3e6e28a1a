import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import type { AttemptPlan, RelayState } from '../dialect.ts';
import { assertLinear } from '../../../test/cost-growth.ts';
import { ChatStreamRelay } from './stream-relay.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  includeUsage: false,
  callId: 'call',
};

const head = '"id":"c1","object":"chat.completion.chunk","created":7,"model":"up-2026"';
const usage = '{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}';

function frame(choices: string, more = ''): string {
  return `data: {${head},"choices":[${choices}]${more}}\n\n`;
}
function delta(content: string, index = 0): string {
  return `{"index":${String(index)},"delta":{"role":"assistant","content":${JSON.stringify(content)}},"finish_reason":null}`;
}
function finish(index = 0, reason = '"stop"'): string {
  return `{"index":${String(index)},"delta":{},"finish_reason":${reason}}`;
}
/** The client's output for an upstream's text. */
function seen(text: string): string {
  return text.replaceAll('"up-2026"', '"client/model"');
}
const done = 'data: [DONE]\n\n';

interface Run {
  readonly out: string;
  readonly tail: string | null;
  readonly state: RelayState;
  readonly fault: string | null;
  readonly usage: ChatStreamRelay['usage'];
  readonly text: ChatStreamRelay['text'];
}

function run(pieces: readonly (Buffer | string)[], changes: Partial<AttemptPlan> = {}): Run {
  const relay = new ChatStreamRelay({ ...plan, ...changes });
  const out: Buffer[] = [];
  for (const piece of pieces) {
    const bytes = relay.push(Buffer.from(piece));
    if (bytes !== null) out.push(bytes);
  }
  relay.end();
  const { state, fault, usage: reported, text } = relay;
  return { out: Buffer.concat(out).toString(), tail: relay.tail?.toString() ?? null, state, fault, usage: reported, text };
}

function quirky(quirks: Quirks): Partial<AttemptPlan> {
  return { quirks };
}

const plain = frame(delta('')) + frame(delta('你好, 😀')) + frame(finish()) + frame('', `,"usage":${usage}`) + done;

const tools = [
  '{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"t","type":"function","function":{"name":"f","arguments":""}}]},"finish_reason":null}',
  '{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"finish_reason":null}',
  '{"index":0,"delta":{},"finish_reason":"tool_calls"}',
].map((choice) => frame(choice));

/** A frame whose padding hides the length of its text. */
const padded = (padding: string): string => frame(delta('a'), `,"obfuscation":"${padding}"`);

/** Streams as providers send them, each with its plan. */
const streams: readonly (readonly [name: string, bytes: string, changes: Partial<AttemptPlan>])[] = [
  ['plain', plain, {}],
  ['plain, the client asked for usage', plain, { includeUsage: true }],
  ['tool calls', tools.join('') + done, {}],
  ['reasoning', frame('{"index":0,"delta":{"reasoning_content":"想"},"finish_reason":""}') + frame(finish()) + done, {}],
  ['CRLF', plain.replaceAll('\n', '\r\n'), {}],
  ['CR', plain.replaceAll('\n', '\r'), {}],
  ['mixed line ends', plain.replace('\n\n', '\r\n\n').replace('\n\ndata', '\n\r\ndata').replace('\n\ndata', '\r\rdata'), {}],
  [
    'byte order mark, comments, other fields',
    `\ufeff: hello\n\nevent: x\nid: 1\nretry: 5\n${plain.replace('data: ', 'data:')}: bye\n\n`,
    {},
  ],
  ['data on several lines', plain.replace(',"choices"', '\ndata: ,"choices"').replace('"delta"', '\r\ndata:"delta"'), {}],
  ['empty data', `data\n\ndata:\n\n${plain}`, {}],
  ['an error', frame(delta('a')) + 'data: {"error":{"message":"boom","code":"overloaded"}}\n\n', {}],
  ['no terminal event', frame(delta('a')) + frame(finish()), {}],
  ['no blank line at the end', plain.slice(0, -1), {}],
  ['a terminal event without finish_reason', frame(delta('a')) + done, {}],
  ['data after the terminal event', plain + frame(delta('late')) + done, {}],
  ['several choices', frame(delta('a', 5)) + frame(finish(5)) + frame(delta('b', 1)) + frame(finish(1)) + done, {}],
  ['padding and an empty error', frame(delta('a'), ',"obfuscation":"xYz","error":null') + frame(finish()) + done, {}],
  ['frames that are alike', `${frame(delta('a')).repeat(3)}${frame(delta('你\n"'))}${frame(finish())}${done}`, {}],
  ['frames with padding', `${['x', '', 'yZ3'].map((text) => padded(text)).join('')}${frame(finish())}${done}`, {}],
  ['padding that is no JSON', padded('x') + padded('a\tb') + frame(finish()) + done, {}],
  ['padding with an escape', padded('x') + padded('a\\nb') + padded('a\\') + frame(finish()) + done, {}],
  ['padding behind something else', padded('x') + frame(delta('b'), ',"n":1,"obfuscation":"x"') + frame(finish()) + done, {}],
  ['padding behind a text without its quote', padded('x') + padded('y').replace('content":"a"', 'content":"') + done, {}],
  ['a line of data before a frame like others', `${frame(delta('a'))}data: 1\n${frame(delta('b'))}`, {}],
  ['a field that is no data', `${frame(delta('a'))}dada${frame(delta('b')).slice(4)}${frame(finish())}${done}`, {}],
  [
    'usage that comes again',
    `${frame(delta('a'), `,"usage":${usage}`)}${frame('', ',"usage":{"prompt_tokens":1,"completion_tokens":1}')}` +
      `${frame(delta('c'), `,"usage":${usage}`)}${frame(finish())}${done}`,
    {},
  ],
  [
    'text that does not count',
    ['ab', 'abcdef'].map((text) => frame(`{"index":0,"delta":{"reasoning_content":"","reasoning":"${text}"}}`)).join(''),
    {},
  ],
  [
    'text that does not count beside text that does',
    ['ab', 'abcdef']
      .map((text) => frame(`{"index":0,"delta":{"reasoning_content":"","reasoning":"${text}","refusal":"no"}}`))
      .join(''),
    {},
  ],
  ['a JSON document', '{"error":{"message":"no"}}', {}],
  ['an HTML page', '<html>\n<body>no</body>', {}],
];

for (const [name, text, changes] of streams) {
  test(`row 74: a stream gives the same bytes, usage and state wherever it is split: ${name}`, () => {
    const bytes = Buffer.from(text);
    const whole = run([bytes], changes);
    assert.deepEqual(
      run(
        [...bytes].map((byte) => Buffer.from([byte])),
        changes,
      ),
      whole,
    );
    for (let at = 1; at < bytes.length; at += 1) {
      const split = run([bytes.subarray(0, at), bytes.subarray(at)], changes);
      assert.deepEqual(split, whole, `split at ${String(at)}`);
    }
  });
}

const complete: readonly (readonly [name: string, bytes: string, out: string, tail: string, changes?: Partial<AttemptPlan>])[] = [
  [
    'the usage chunk is hidden from a client that did not ask',
    plain,
    frame(delta('')) + frame(delta('你好, 😀')),
    frame(finish()) + done,
  ],
  [
    'the usage chunk is relayed once, at the end, to a client that asked',
    frame(delta('a'), ',"usage":null') + frame(finish(), ',"usage":null') + frame('', `,"usage":${usage}`) + done,
    frame(delta('a'), ',"usage":null'),
    frame(finish(), ',"usage":null') + frame('', `,"usage":${usage}`) + done,
    { includeUsage: true },
  ],
  [
    'row 77: usage repeated on every chunk counts once, the last one, and is shown once',
    frame(delta('a'), ',"usage":{"prompt_tokens":9,"completion_tokens":1}') + frame(finish(), `,"usage":${usage}`) + done,
    frame(delta('a'), ',"usage":null'),
    frame(finish(), ',"usage":null') +
      `data: {"id":"c1","object":"chat.completion.chunk","created":7,"model":"client/model","choices":[],"usage":${usage}}\n\n` +
      done,
    { includeUsage: true },
  ],
  [
    'usage repeated on every chunk is hidden from a client that did not ask',
    frame(delta('a'), ',"usage":{"prompt_tokens":9,"completion_tokens":1}') + frame(finish(), `,"usage":${usage}`) + done,
    frame(delta('a')),
    frame(finish()) + done,
  ],
  [
    'usage nested in a member of a known vendor is found and hidden',
    frame(delta('a'), ',"x_groq":{"id":"r"}') + frame(finish(), `,"x_groq":{"id":"r","usage":${usage}}`) + done,
    frame(delta('a'), ',"x_groq":{"id":"r"}'),
    frame(finish()) + done,
  ],
  [
    'usage behind finish_reason in a frame without choices',
    frame(delta('a')) + frame(finish()) + `data: {"usage":${usage}}\n\n` + done,
    frame(delta('a')),
    frame(finish()) + done,
  ],
  [
    'row 77: what follows the terminal event is ignored',
    plain + frame(delta('late')) + done,
    frame(delta('')) + frame(delta('你好, 😀')),
    frame(finish()) + done,
  ],
  [
    'row 80: choices, null deltas and empty choices are relayed in order',
    frame('', ',"prompt_filter_results":[]') +
      frame('{"index":5,"delta":null,"finish_reason":null}') +
      frame(finish(5)) +
      frame('', `,"usage":${usage}`) +
      done,
    frame('', ',"prompt_filter_results":[]') + frame('{"index":5,"delta":{"role":"assistant"},"finish_reason":null}'),
    frame(finish(5)) + done,
  ],
  [
    'an early finish of one choice leaves in order before another choice goes on',
    frame(delta('a')) +
      frame(delta('b', 1)) +
      frame(finish(0)) +
      frame(delta('c', 1)) +
      frame(finish(1)) +
      frame('', `,"usage":${usage}`) +
      done,
    frame(delta('a')) + frame(delta('b', 1)) + frame(finish(0)) + frame(delta('c', 1)),
    frame(finish(1)) + done,
  ],
  [
    'padding and an empty error never reach the client',
    frame(delta('a'), ',"obfuscation":"xYz","error":null') +
      frame(finish(), ',"error":null') +
      frame('', `,"usage":${usage}`) +
      done,
    frame(delta('a')),
    frame(finish()) + done,
  ],
  [
    'the profile says that the terminal event is left out',
    plain.replace(done, ''),
    frame(delta('')) + frame(delta('你好, 😀')),
    frame(finish()) + done,
    quirky({ endsWithoutDone: true }),
  ],
];

for (const [name, bytes, out, tail, changes] of complete) {
  test(`a complete stream: ${name}`, () => {
    const result = run([bytes], changes);
    assert.equal(result.fault, null);
    assert.equal(result.state, 'complete');
    assert.equal(result.out, seen(out));
    assert.equal(result.tail, seen(tail));
    assert.deepEqual(result.usage, {
      kind: 'valid',
      usage: { inputTokens: 9, cachedTokens: 0, outputTokens: 4, reasoningTokens: 0, more: null },
      tier: null,
    });
  });
}

const broken: readonly (readonly [name: string, bytes: string, out: string, fault: RegExp, changes?: Partial<AttemptPlan>])[] = [
  [
    'row 76: end of file without a terminal event',
    frame(delta('a')) + frame(finish()),
    frame(delta('a')),
    /without its terminal event/,
  ],
  [
    'row 76: end of file inside the terminal event',
    frame(delta('a')) + frame(finish()) + 'data: [DON',
    frame(delta('a')),
    /without its terminal event/,
  ],
  ['row 76: a terminal event without finish_reason', frame(delta('a')) + done, frame(delta('a')), /before finish_reason/],
  [
    'row 76: an empty finish_reason is none',
    frame(delta('a')) + frame(finish(0, '""')) + done,
    frame(delta('a')) + frame(finish(0, 'null')),
    /before finish_reason/,
  ],
  [
    'row 76: one of two choices unfinished',
    frame(delta('a')) + frame(delta('b', 1)) + frame(finish(1)) + done,
    frame(delta('a')) + frame(delta('b', 1)),
    /before finish_reason/,
  ],
  [
    'row 76: unfinished even where the profile excuses the terminal event',
    frame(delta('a')),
    frame(delta('a')),
    /before finish_reason/,
    quirky({ endsWithoutDone: true }),
  ],
  ['nothing at all', '', '', /before its first choice/],
  ['only a terminal event', done, '', /before finish_reason/],
  [
    'row 78: an error inside the stream',
    frame(delta('a')) + 'data: {"error":{"message":"key sk-secret at https://up","code":"overloaded"}}\n\n' + done,
    frame(delta('a')),
    /reported an error.*\(overloaded\)$/,
  ],
  ['row 78: an error as a string', 'data: {"error":"boom at https://up"}\n\n', '', /reported an error inside its answer$/],
  ['row 78: an error beside choices', frame(delta('a'), ',"error":{"message":"x"}'), '', /reported an error/],
  ['row 78: an error status', 'data: {"base_resp":{"status_code":1008,"status_msg":"no balance"}}\n\n', '', /error status.*1008/],
  ['row 78: a flat error', 'data: {"code":11200,"message":"licence"}\n\n', '', /in place of an answer \(11200\)/],
  ['row 78: a JSON document', '{"error":{"message":"no"}}', '', /JSON document/],
  ['row 78: an HTML page', '<!doctype html>\n<html>', '', /HTML page/],
  ['row 79: invalid JSON', frame(delta('a')) + 'data: {"choices":[{]}\n\n' + done, frame(delta('a')), /not valid JSON/],
  [
    'row 79: a frame that is nested thousands deep',
    `data: {"choices":[{"delta":${'{"1":'.repeat(100_000)}1${'}'.repeat(100_000)}}]}\n\n`,
    '',
    /nested too deep/,
  ],
  ['row 79: a frame that is no object', 'data: 1\n\n', '', /not an object/],
  ['row 79: a line without end', `date: ${'x'.repeat(2_000_000)}`, '', /line .* too long/],
  ['row 79: data without end', `data: "${'x'.repeat(34_000_000)}`, '', /event .* too long/],
  ['row 79: megabytes of structure', `data: ${'[1,'.repeat(2_000_000)}`, '', /holds too much/],
  ['row 79: an event without end', `data: "${'x'.repeat(1_000_000)}"\n`.repeat(40), '', /event .* too long/],
  [
    'row 79: choices without end',
    frame(Array.from({ length: 1100 }, (_, index) => delta('', index)).join(',')),
    '',
    /too many choices/,
  ],
];

for (const [name, bytes, out, fault, changes] of broken) {
  test(`a broken stream gets no made-up end: ${name}`, () => {
    const pieces = bytes.match(/[^]{1,65536}/g) ?? [];
    const result = run(pieces, changes);
    assert.equal(result.state, 'broken');
    assert.equal(result.tail, null);
    assert.equal(result.out, seen(out));
    assert.match(result.fault ?? '', fault);
    assert.doesNotMatch(result.fault ?? '', /sk-secret|https/);
  });
}

test('the text of an answer is counted, reasoning and tool calls included', () => {
  const reasoning = '{"index":0,"delta":{"reasoning_content":"想想","reasoning":"想想"},"finish_reason":null}';
  assert.deepEqual(run([frame(reasoning) + plain]).text, { wide: 4, narrow: 3 });
  assert.deepEqual(run([tools.join('') + done]).text, { wide: 0, narrow: 'f{"a":1}'.length });
});

test('a frame whose bytes need no change is relayed byte for byte', () => {
  const choice = '{"index" :0, "delta":{"content":"\\u4e2d", "role":"assistant"} , "n":1e400,"finish_reason":null}';
  const own = `data: { "model" : "client/model", "x": "\\u4e2d/\\/", "id":"a","object":"chat.completion.chunk", "created": 1, "choices": [${choice}] }\n\n`;
  assert.equal(run([own]).out, own);
});

test('usage that is no count is reported as such and never shown', () => {
  const bytes = frame(delta('a')) + frame(finish()) + frame('', ',"usage":{"prompt_tokens":-1,"completion_tokens":4}') + done;
  const result = run([bytes], { includeUsage: true });
  assert.deepEqual(result.usage, { kind: 'invalid' });
  assert.equal(result.tail, seen(frame(finish()) + done));
});

const nonsense = [
  ...['{"prompt_tokens":-1,"completion_tokens":4}', '{"prompt_tokens":"9","completion_tokens":1e99}', '"none"', '[]', 'true'],
  ...['{"prompt_tokens":1.5,"completion_tokens":4}', '{"prompt_tokens":1,"completion_tokens":null,"cached_tokens":-1}'],
];

for (const invalid of nonsense) {
  test(`usage that is no count (${invalid}) never takes the place of a count, before it or after it`, () => {
    const count = frame('', `,"usage":${usage}`);
    const nothing = frame('', `,"usage":${invalid}`);
    const bare = `data: {"usage":${invalid}}\n\n`;
    const expected = run([frame(delta('a')) + frame(finish()) + count + done], { includeUsage: true });
    assert.equal(expected.usage.kind, 'valid');
    for (const frames of [count + nothing, nothing + count, count + bare, bare + count + bare + nothing]) {
      const result = run([frame(delta('a')) + frame(finish()) + frames + done], { includeUsage: true });
      assert.deepEqual(result.usage, expected.usage, frames);
      assert.equal(result.tail, expected.tail, frames);
    }
  });
}

test('row 79: the cost of a stream grows with its length and no faster', () => {
  const shapes: readonly ((size: number) => readonly string[])[] = [
    (size) => [': \n\n'.repeat(size)],
    (size) => [`:${'\r'.repeat(size * 4)}\n`],
    (size) => Array.from({ length: size }, () => 'data: '),
    (size) => ['data: x\n'.repeat(size)],
  ];
  const times = 16;
  for (const shape of shapes) {
    const part = shape(2_500);
    const whole = shape(2_500 * times);
    assertLinear(
      times,
      () => run(part),
      () => run(whole),
    );
  }
});
