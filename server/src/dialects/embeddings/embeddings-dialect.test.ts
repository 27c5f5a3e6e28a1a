import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertLinear } from '../../../test/cost-growth.ts';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../test/scanned.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { readWhole } from './read-whole.ts';
import { toUpstream } from './to-upstream.ts';
import { vectorAsBase64, vectorAsNumbers, vectorLength } from './vector.ts';

const seeded = { seed: testSeed, numRuns: count('runs') * 5, verbose: fc.VerbosityLevel.Verbose };

function planFor(request: object, changes: Partial<AttemptPlan> = {}): AttemptPlan {
  return {
    ...attemptPlan,
    stream: false,
    includeUsage: false,
    body: scanned(request),
    callId: 'call',
    ...changes,
  };
}

interface Reading {
  readonly answer: WholeAnswer;
  readonly steps: number;
}

function reading(answer: string | Buffer, request: object, changes: Partial<AttemptPlan> = {}): Reading {
  const steps = readWhole(Buffer.from(answer), planFor(request, changes));
  for (let taken = 1; ; taken += 1) {
    const next = steps.next();
    if (next.done === true) return { answer: next.value, steps: taken };
  }
}

function wholeOf({ body, behind = [] }: Extract<WholeAnswer, { ok: true }>): string {
  return Buffer.concat([body, ...behind]).toString();
}

function read(answer: string, request: object, changes: Partial<AttemptPlan> = {}): string {
  const { answer: found } = reading(answer, request, changes);
  return found.ok ? wholeOf(found) : `fault: ${found.fault}`;
}

function base64(...numbers: number[]): string {
  return Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
}

const requests: readonly (readonly [name: string, body: string, sent: string, changes?: Partial<AttemptPlan>])[] = [
  ['only the name of the model changes', '{"model":"m","input":"a","x":[1]}', '{"model":"up","input":"a","x":[1]}'],
  ['the form of the numbers goes on', '{"input":"a","encoding_format":"base64"}', '{"input":"a","encoding_format":"base64"}'],
  [
    'but not to who knows numbers only',
    '{"encoding_format":"base64","input":"a"}',
    '{"input":"a"}',
    { quirks: { floatsOnly: true } },
  ],
  ['null is absent', '{"input":"a","dimensions":null,"user":null,"encoding_format":null}', '{"input":"a"}'],
  ['nobody else is told to stream, or where to go', '{"stream":false,"input":"a","base_url":"b"}', '{"input":"a"}'],
];

for (const [name, body, sent, changes] of requests)
  test(`to an upstream: ${name}`, () => {
    assert.equal(toUpstream(scanned(body), planFor({}, changes)).toString(), sent);
  });

const usage = '"usage":{"prompt_tokens":2,"total_tokens":2}';
const plain = `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.5,-0.25]}],"model":"up",${usage}}`;
const one = { input: 'a' };
const two = { input: ['a', 'b'] };

function list(...items: string[]): string {
  return `{"object":"list","model":"up","data":[${items.join(',')}]}`;
}

function item(index: number | string, embedding: string): string {
  return `{"index":${String(index)},"embedding":${embedding}}`;
}

function seen(...items: string[]): string {
  return list(...items).replace('"up"', '"client/model"');
}

const sound: readonly (readonly [
  name: string,
  answer: string,
  request: object,
  shown: string,
  changes?: Partial<AttemptPlan>,
])[] = [
  ['only the name of the model changes', plain, one, plain.replace('"up"', '"client/model"')],
  ['a blank, a mark and a further field stay', ` ${plain}\n`, one, ` ${plain.replace('"up"', '"client/model"')}\n`],
  [
    'numbers become base64 if that was asked for',
    plain,
    { ...one, encoding_format: 'base64' },
    plain.replace('"up"', '"client/model"').replace('[0.5,-0.25]', `"${base64(0.5, -0.25)}"`),
  ],
  ['base64 becomes numbers', list(item(0, `"${base64(0.5, -0, 1e-45)}"`)), one, seen(item(0, '[0.5,-0,1.401298464324817e-45]'))],
  [
    'base64 stays if it was asked for',
    list(item(0, `"${base64(7)}"`)),
    { ...one, encoding_format: 'base64' },
    seen(item(0, `"${base64(7)}"`)),
  ],
  [
    'embeddings come in any order and leave in that of the inputs',
    list(item(1, '[1]'), item(0, '[2]')),
    two,
    seen(item(0, '[2]'), item(1, '[1]')),
  ],
  [
    'an index that was left out or is null is put in',
    list('{"embedding":[1]}', '{"index":null,"embedding":[2]}'),
    two,
    seen('{"index":0,"embedding":[1]}', item(1, '[2]')),
  ],
  ['tokens are one input', list(item(0, '[1]')), { input: [1, 2, 3] }, seen(item(0, '[1]'))],
  [
    'lists of tokens are one input each',
    list(item(0, '[1]'), item(1, '[1]')),
    { input: [[1, 2], [3]] },
    seen(item(0, '[1]'), item(1, '[1]')),
  ],
  [
    'what is missing around the list is put in, an empty error goes',
    '{"error":null,"data":[{"index":0,"embedding":[1]}]}',
    one,
    '{"object":"list","model":"client/model","data":[{"index":0,"embedding":[1]}]}',
  ],
  [
    'a model that is not known to shorten its embeddings gives them as they are',
    list(item(0, '[1]')),
    { ...one, dimensions: 2 },
    seen(item(0, '[1]')),
  ],
  [
    'a name may be written with escapes',
    '{"d\\u0061ta":[{"index":0,"embedding":[1]}],"object":"list","model":"up"}',
    one,
    '{"d\\u0061ta":[{"index":0,"embedding":[1]}],"object":"list","model":"client/model"}',
  ],
];

for (const [name, answer, request, shown, changes] of sound)
  test(`from an upstream: ${name}`, () => {
    assert.equal(read(answer, request, changes), shown);
  });

const broken: readonly (readonly [name: string, answer: string, fault: RegExp, request?: object])[] = [
  ['too few', list(item(0, '[1]')), /fewer/, two],
  ['none', list(), /fewer/],
  ['too many', list(item(0, '[1]'), item(1, '[1]')), /more/],
  ['the same index twice', list(item(0, '[1]'), item(0, '[1]')), /same input/, two],
  ['an index that is left out of all but another', list('{"embedding":[1]}', item(0, '[1]')), /same input/, two],
  ['an index beyond the inputs', list(item(2, '[1]'), item(0, '[1]')), /no input/, two],
  ['a negative index', list(item(-1, '[1]')), /no input/],
  ['half an index', list(item(0.5, '[1]')), /no input/],
  ['an index as text', list(item('"0"', '[1]')), /no input/],
  ['an embedding without numbers', list(item(0, '[]')), /finite numbers/],
  ['an empty text', list(item(0, '""')), /finite numbers/],
  ['no embedding', list('{"index":0}'), /finite numbers/],
  ['null in place of NaN', list(item(0, '[1,null]')), /finite numbers/],
  ['a list in it', list(item(0, '[[1]]')), /finite numbers/],
  ['a number beyond all', list(item(0, '[1e999]')), /finite numbers/],
  ['a number beyond 32 bits', list(item(0, '[1e39]')), /finite numbers/],
  ['NaN in base64', list(item(0, `"${base64(1, NaN)}"`)), /finite numbers/],
  ['infinity in base64', list(item(0, `"${base64(-Infinity)}"`)), /finite numbers/],
  ['half a number in base64', list(item(0, '"AAAA"')), /finite numbers/],
  ['what is no base64', list(item(0, '"AAAA AAA="')), /finite numbers/],
  ['lengths that differ', list(item(0, '[1]'), item(1, '[1,2]')), /length/, two],
  ['another length than was asked of who can shorten', list(item(0, '[1]')), /length/, { ...one, dimensions: 2 }],
  ['an error inside', '{"error":{"code":"overloaded"},"data":[]}', /error inside its answer \(overloaded\)/],
  ['an error in place of the answer', '{"code":500,"message":"no"}', /an error in place/],
  ['an error status', '{"base_resp":{"status_code":1004},"data":[]}', /status inside its answer \(1004\)/],
  ['no list', '{"data":{"index":0,"embedding":[1]}}', /no embeddings/],
  ['no data', '{"object":"list"}', /no embeddings/],
  ['two lists', '{"data":[{"index":0,"embedding":[1]}],"data":[]}', /not one complete JSON document/],
  ['what is no object', '[1]', /not one complete JSON document/],
  ['an answer that was cut', plain.slice(0, -1), /not one complete JSON document/],
  ['one that was cut in a number', plain.slice(0, plain.indexOf('25]')), /not one complete JSON document/],
  ['bytes behind it', `${plain}}`, /not one complete JSON document/],
  ['NaN as a word', list(item(0, '[NaN]')), /not one complete JSON document/],
  ['nothing', '', /empty/],
  ['a page', '<!doctype html>', /HTML page/],
  ['a stream', 'data: {}\n\n', /event stream/],
];

for (const [name, answer, fault, request = one] of broken)
  test(`an answer with ${name} is none`, () => {
    assert.match(read(answer, request, { supportedParameters: ['dimensions'] }), fault);
  });

test('vectors of another length than requested are reported to the client, if the model is not known to shorten them', () => {
  const droppedOf = (text: string, request: object): readonly string[] | undefined => {
    const { answer } = reading(text, request);
    assert.ok(answer.ok);
    return answer.dropped;
  };
  for (const answer of [list(item(0, '[1,2]')), list(item(0, `"${base64(1, 2)}"`))]) {
    assert.deepEqual(droppedOf(answer, { ...one, dimensions: 1 }), ['dimensions']);
    assert.deepEqual(droppedOf(answer, { ...one, dimensions: 3 }), ['dimensions']);
    for (const dimensions of [2, null, undefined]) assert.equal(droppedOf(answer, { ...one, dimensions }), undefined);
  }
});

const reports: readonly (readonly [usage: string, found: object])[] = [
  ['{"prompt_tokens":7,"total_tokens":7}', { kind: 'valid', inputTokens: 7, outputTokens: 0 }],
  ['{"prompt_tokens":7}', { kind: 'valid', inputTokens: 7, outputTokens: 0 }],
  ['{"total_tokens":7}', { kind: 'valid', inputTokens: 7, outputTokens: 0 }],
  ['{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}', { kind: 'valid', inputTokens: 7, outputTokens: 2 }],
  ['{"prompt_tokens":0,"total_tokens":0}', { kind: 'none' }],
  ['null', { kind: 'none' }],
  ['{}', { kind: 'none' }],
  ['{"prompt_tokens":-1}', { kind: 'invalid' }],
  ['{"prompt_tokens":1.5}', { kind: 'invalid' }],
  ['{"prompt_tokens":7,"total_tokens":"many"}', { kind: 'invalid' }],
  ['{"prompt_tokens":2147483648}', { kind: 'invalid' }],
  ['{"prompt_tokens":2147483647,"completion_tokens":1}', { kind: 'invalid' }],
  ['7', { kind: 'invalid' }],
];

test('reported usage of embeddings is believed, absent or invalid, and never repaired', () => {
  for (const [report, expected] of reports) {
    const { answer } = reading(`{"data":[{"index":0,"embedding":[1]}],"usage":${report}}`, one);
    assert.ok(answer.ok);
    const { kind, ...rest } = answer.usage;
    const found = 'usage' in rest ? { inputTokens: rest.usage.inputTokens, outputTokens: rest.usage.outputTokens } : {};
    assert.deepEqual({ kind, ...found }, expected, report);
  }
});

test('a number of 32 bits comes back to the last bit from either form: zeros with their sign, and the smallest', () => {
  const float = fc.float({ noNaN: true, noDefaultInfinity: true });
  const edges = [-0, 0, 1e-45, -1e-45, 1.1754942106924411e-38, 3.4028234663852886e38].map(Math.fround);
  fc.assert(
    fc.property(fc.array(fc.oneof(float, fc.constantFrom(...edges)), { minLength: 1, maxLength: 20 }), (numbers) => {
      const asText = vectorAsBase64(numbers);
      const asNumbers = JSON.parse(vectorAsNumbers(asText)) as number[];
      assert.ok(asNumbers.every((value, at) => Object.is(value, numbers[at])));
      assert.deepEqual([vectorLength(asText), vectorLength(asNumbers)], [numbers.length, numbers.length]);
    }),
    seeded,
  );
});

test('of all numbers of 32 bits, those that are none or infinite are seen in base64', () => {
  const word = fc.oneof(
    fc.noShrink(fc.integer({ min: 0, max: 2 ** 32 - 1 })),
    fc.constantFrom(0x7f800000, 0xff800001, 0x7f7fffff),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const numbers = new Float32Array(Uint32Array.from(words).buffer);
      const isSound = numbers.every((value) => Number.isFinite(value));
      assert.equal(vectorLength(Buffer.from(numbers.buffer).toString('base64')), isSound ? words.length : 0);
    }),
    seeded,
  );
});

test('whatever an upstream says, wherever it is cut and whatever is put in its place, reading it throws nothing', () => {
  const tokens = ['"data"', '"index"', '"embedding"', '"error"', '"usage"', '"model"', '0', '-1', '1e999', 'null', '"AAAAAA=="'];
  const piece = fc.constantFrom(...tokens, '{', '}', '[', ']', ',', ':', '"', '\\', '\u0000', ' ', 'é', '[1]', '{"data":[');
  const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const cut = fc
    .tuple(fc.nat(plain.length), fc.nat(plain.length), soup)
    .map(([from, to, put]) => plain.slice(0, from) + put + plain.slice(to));
  fc.assert(
    fc.property(fc.oneof(soup, cut), fc.constantFrom('float', 'base64'), (answer, form) => {
      const found = reading(answer, { ...one, encoding_format: form }).answer;
      if (!found.ok) {
        assert.ok(found.fault.length < 100);
        return;
      }
      const shown = JSON.parse(wholeOf(found)) as { model: string; data: { embedding: unknown }[] };
      assert.equal(shown.model, 'client/model');
      assert.equal(typeof shown.data[0]?.embedding === 'string', form === 'base64');
    }),
    seeded,
  );
});

const many = (count: number, numbers: number): string =>
  list(...Array.from({ length: count }, (_, at) => item(at, `[${Array<string>(numbers).fill('-0.0069292834').join(',')}]`)));

test('a large answer is read in many steps, each of which is a part of it', () => {
  const answer = many(200, 1_536);
  const { answer: found, steps } = reading(answer, { input: Array<string>(200).fill('a'), encoding_format: 'base64' });
  assert.ok(found.ok);
  assert.ok(steps >= answer.length / (512 * 1024), `${String(steps)} steps for ${String(answer.length)} bytes`);
});

const times = 16;
const partBytes = 256 * 1024;
const excessive: readonly (readonly [name: string, make: (size: number) => string])[] = [
  ['embeddings', (size) => many(Math.ceil(size / 20_000), 1_400)],
  [
    'one embedding',
    (size) =>
      list(
        item(
          0,
          `[${Array<string>(Math.ceil(size / 4))
            .fill('0.5')
            .join(',')}]`,
        ),
      ),
  ],
  ['blanks', (size) => `{"data":[${' '.repeat(size)}]}`],
  ['quotes', (size) => `{"data":[{"a":"${'\\"'.repeat(size / 2)}"}]}`],
  ['backslashes', (size) => `{"data":[{"a":"${'\\'.repeat(size)}`],
  [
    'members',
    (size) =>
      `{${Array<string>(Math.ceil(size / 6))
        .fill('"a":1')
        .join(',')},"data":[]}`,
  ],
  ['brackets', (size) => `{"data":[{"a":${'['.repeat(size)}`],
  ['empty items', (size) => `{"data":[${'{},'.repeat(size / 3)}{}]}`],
  ['text beside the list', (size) => `{"data":[],"a":"${'x'.repeat(size)}"}`],
  ['no end', (size) => `{"a${'x'.repeat(size)}`],
];

for (const [name, make] of excessive)
  test(`megabytes of ${name} cost as much as they are long and no more`, () => {
    const inputs = { input: Array<string>(2_048).fill('a') };
    const [part, whole] = [partBytes, times * partBytes].map((size) => Buffer.from(make(size)));
    assert.ok(part !== undefined && whole !== undefined);
    assertLinear(
      times,
      () => reading(part, inputs),
      () => reading(whole, inputs),
    );
  });
