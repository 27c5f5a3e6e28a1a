/** Rows 21 to 29 of the catalogue of bad input: bodies that are not one valid JSON object in UTF-8. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes } from '../gateway/raw-client.ts';
import { expectHealthy, expectRefused, questionText, reportedCharge, sendBytes, type Refusal } from './refusals.ts';
import { processCpuMs } from '../cpu-time.ts';

const notJson: Refusal = { code: 'invalid_json', logged: true };
const notUtf8: Refusal = { code: 'invalid_encoding', logged: true };
const wrongType: Refusal = { code: 'unsupported_media_type', logged: true };

/** The valid request with additional members, as text, because some errors cannot be written otherwise. */
function withMembers(text: string): string {
  return `${questionText.slice(0, -1)},${text}}`;
}

/** The valid request with these bytes at the end of its prompt. */
function withPromptBytes(...bytes: number[]): Buffer {
  const at = questionText.indexOf('hi"') + 2;
  return Buffer.concat([Buffer.from(questionText.slice(0, at)), Buffer.from(bytes), Buffer.from(questionText.slice(at))]);
}

const names = (count: number, step: number): string =>
  Array.from({ length: count }, (_, at) => `"${String(at * step)}":1`).join(',');

const bodies: readonly (readonly [name: string, body: string | Buffer, refusal: Refusal])[] = [
  ['row 22: UTF-16 with a byte order mark', Buffer.from(`\ufeff${questionText}`, 'utf16le'), notUtf8],
  ['row 22: UTF-16 without one', Buffer.from(questionText, 'utf16le'), notUtf8],
  ['row 22: the byte ff', withPromptBytes(0xff), notUtf8],
  ['row 22: an overlong form', withPromptBytes(0xc0, 0xaf), notUtf8],
  ['row 22: the bytes of a lone surrogate', withPromptBytes(0xed, 0xa0, 0x80), notUtf8],
  ['row 22: a character cut off', withPromptBytes(0xe4, 0xb8), notUtf8],
  ['row 23: an empty body', '', { ...notJson, words: /empty; send one JSON object/ }],
  ['row 23: null', 'null', { ...notJson, words: /must be a JSON object, but it is null/ }],
  ['row 23: a list', '[]', { ...notJson, words: /an array/ }],
  ['row 23: a string', '"x"', { ...notJson, words: /a string/ }],
  [
    'row 23: an empty object',
    '{}',
    { code: 'missing_required_parameter', param: 'model', logged: true, words: /`model` is missing/ },
  ],
  ['row 24: a trailing comma', questionText.replace(/\}$/, ',}'), { ...notJson, words: /comma/ }],
  ['row 24: a comment', withMembers('/* x */"a":1'), { ...notJson, words: /comments/ }],
  ['row 24: NaN', withMembers('"temperature":NaN'), { ...notJson, words: /NaN/ }],
  ['row 24: single quotes', questionText.replaceAll('"', "'"), { ...notJson, words: /double quotes/ }],
  ['row 24: two documents', questionText + questionText, { ...notJson, words: /more text follows/ }],
  ['row 25: depth 65', withMembers(`"x":${'['.repeat(64)}${']'.repeat(64)}`), { ...notJson, words: /deeper than 64/ }],
  ['row 25: depth 5 million', withMembers(`"x":${'['.repeat(5_000_000)}`), { ...notJson, words: /deeper than 64/ }],
  ['row 26: model twice', withMembers('"model":"other"'), { ...notJson, param: 'model', words: /"model" twice/ }],
  ['row 26: model twice, once escaped', withMembers('"mod\\u0065l":"other"'), { ...notJson, param: 'model' }],
  ['row 26: stream twice', withMembers('"stream":false,"stream":true'), { ...notJson, param: 'stream' }],
  [
    'row 28: a million names',
    withMembers(`"x":[${'{"k":1},'.repeat(1_000_000)}{}]`),
    { ...notJson, words: /more than 50000 names/ },
  ],
  ['row 28: a hundred thousand members', withMembers(names(100_000, 3)), { ...notJson, words: /more than 500 members/ }],
  ['row 28: 30 MB of blanks', withMembers(`"x":${' '.repeat(30_000_000)}1`), { ...notJson, words: /besides its long strings/ }],
  ['row 28: 30 MB of digits', withMembers(`"x":${'1'.repeat(30_000_000)}`), { ...notJson, words: /besides its long strings/ }],
  ['row 28: colliding integer-like names', withMembers(`"x":{${names(100_000, 65_536)}}`), { ...notJson, words: /names/ }],
];

const types: readonly (readonly [name: string, type: string])[] = [
  ['no Content-Type', ''],
  ['text/plain', 'text/plain'],
  ['a form', 'application/x-www-form-urlencoded'],
  ['GBK', 'application/json; charset=gbk'],
  ['two charsets', 'application/json; charset=utf-8; charset=gbk'],
  ['an empty charset', 'application/json; charset='],
];

describe('bodies', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture();
  });

  after(() => fixture.close());

  const posted = (body: string | Buffer, headers = {}): Buffer => postBytes(body, { key: fixture.key, headers });

  for (const [name, type] of types) {
    test(`row 21: ${name} is refused, never guessed`, async () => {
      const bytes = posted(questionText, { 'content-type': type }).toString('latin1').replace('content-type: \r\n', '');
      await expectRefused(fixture, Buffer.from(bytes, 'latin1'), {
        ...wrongType,
        words: type.includes('json') ? /UTF-8/ : /application\/json/,
      });
    });
  }

  for (const [name, body, refusal] of bodies) {
    test(`${name} is refused`, async () => {
      await expectRefused(fixture, posted(body), refusal);
    });
  }

  async function accepted(body: string | Buffer, headers = {}): Promise<Buffer> {
    const answer = await sendBytes(fixture, posted(body, headers));
    assert.equal(answer.status, 200, answer.body);
    assert.equal((await fixture.nextRow()).charge_exact, reportedCharge);
    return fixture.upstream.requests.at(-1)?.bytes ?? Buffer.alloc(0);
  }

  test('row 21: UTF-8 can be declared in every usual way', async () => {
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"', 'application/json;charset=utf8'])
      await accepted(questionText, { 'content-type': type });
  });

  test('row 22: a UTF-8 byte order mark is accepted and dropped', async () => {
    assert.equal((await accepted(`\ufeff${questionText}`))[0], 0x7b);
  });

  test('row 25: a body of depth 64 is accepted', async () => {
    await accepted(withMembers(`"x":${'['.repeat(63)}${']'.repeat(63)}`));
  });

  test('row 27: members named __proto__ and constructor stay data', async () => {
    const member = '"__proto__":{"stream":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    assert.ok((await accepted(withMembers(`${member},"metadata":{${member}}`))).includes(member));
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    await expectRefused(fixture, posted('{"__proto__":{"model":"test/chat","messages":[{"role":"user","content":"hi"}]}}'), {
      code: 'missing_required_parameter',
      param: 'model',
      logged: true,
    });
  });

  test('row 29: NUL and unpaired surrogates pass through escaped, in the prompt and in the log', async () => {
    for (const escape of ['\\u0000', '\\ud800', '\\udc00\\ud800']) {
      const upstream = await accepted(questionText.replace('hi', `hi${escape}`));
      assert.ok(upstream.toString('latin1').includes(`hi${escape}"`));
      const answer = await expectRefused(fixture, posted(questionText.replace('test/chat', `test/${escape}`)), {
        code: 'model_not_found',
        param: 'model',
        logged: true,
      });
      assert.ok(!answer.body.includes('\0'));
    }
  });

  test('rows 25, 28: refusing a hostile body costs no more than its length', async (t) => {
    // The minimum of several rounds, which excludes compilation and garbage collection.
    const cost = async (body: string, enoughMs = 0): Promise<number> => {
      const bytes = posted(body);
      let leastMs = Infinity;
      for (let round = 0; round < 5 || (round < 20 && leastMs >= enoughMs && enoughMs > 0); round += 1) {
        const startedMs = processCpuMs();
        const { status } = await sendBytes(fixture, bytes);
        leastMs = Math.min(leastMs, processCpuMs() - startedMs);
        // If the request were accepted, the upstream in this process would read it as well.
        assert.equal(status, 400);
        await fixture.nextRow();
      }
      return leastMs;
    };
    const plain = 'x'.repeat(4_000_000);
    const reference = await cost(withMembers(`"temperature":9,"x":"${plain}"`));
    for (const [name, text] of [
      ['depth', `"x":${'['.repeat(4_000_000)}`],
      ['names', `"x":[${'{"k":1},'.repeat(500_000)}{}]`],
      ['blanks', `"temperature":9,"x":${' '.repeat(4_000_000)}1`],
      ['quotes', `"x":${'""'.repeat(2_000_000)}`],
      ['integer-like names', `"x":{${names(200_000, 65_536)}}`],
    ] as const) {
      const hostile = await cost(withMembers(text), reference * 8 + 20);
      t.diagnostic(`${name}: ${hostile.toFixed(1)} ms; a plain body of 4 MB: ${reference.toFixed(1)} ms`);
      assert.ok(hostile < reference * 8 + 20, name);
    }
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});
