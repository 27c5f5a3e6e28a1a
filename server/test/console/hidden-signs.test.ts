/**
 * Goal: text that one person writes and another reads contains nothing invisible: no control characters, no direction changes, no
 * zero-width characters. Method: every text field of every changing route, according to the registered schemas; random invisible characters
 * in texts of many formats. Then real requests, to check the message.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { textField } from '@tollgate/contract/fields';
import { checkName } from '../../src/identity/engine/sign-up/person-name.ts';
import { testSeed } from '../proofs/seed.ts';
import { startPeopleBench, type Asks, type PeopleBench } from './people-bench.ts';
import { textsOf, type TextLeaf } from './text-fields.ts';

/** Ranges of invisible code points, from the Unicode tables. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  ...([
    [0x00, 0x08],
    [0x0b, 0x0c],
    [0x0e, 0x1f],
    [0x7f, 0x9f],
  ] as const),
  ...([
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
  ] as const),
  ...([
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
  ] as const),
  ...([
    [0xd800, 0xdfff],
    [0xe000, 0xf8ff],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xffa0, 0xffa0],
    [0xfff0, 0xfffb],
  ] as const),
  ...([
    [0xfffe, 0xffff],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe0fff],
    [0xf0000, 0xf0010],
    [0x10fffe, 0x10ffff],
  ] as const),
];
const hidden = fc
  .constantFrom(...ranges)
  .chain(([first, last]) => fc.integer({ min: first, max: last }))
  .map((code) => String.fromCodePoint(code));

/** Texts in formats that fields require. */
const bases = ['ab', '张三', '12345678', '2026-11-26', '12.5', '10.0.0.1', 'a/b', 'finance@example.com', 'https://example.com/a'];

/** Texts that no other person reads unchanged, with reasons. */
const matched = 'is looked up: what is not known is refused or finds nothing';
const secret = 'is kept sealed or as a hash, or compared, and never shown';
const parsed = 'is read into another form, which is what is kept';
const unread: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:plan|id|account_id|key_id|sub_account_id|title_id|external_id|dialect|chat_dialects\[\]|dialects\{\}|code|filter\.\w+)$/,
    matched,
  ],
  [
    /^(?:routes\[\]\.addresses|price(?:\.variants\[\])?\.rates|models\[\]\.cost(?:\.variants\[\])?\.rates|settings|secrets)\{key\}$/,
    matched,
  ],
  [/^request\{(?:key)?\}$/, 'is read as the request of a client, whose signs count, and is not kept'],
  [/^(?:token|t|secret|password|secrets\{\})$/, secret],
  [/^(?:name)$/, 'the closing of an account compares it with the name'],
  [/^(?:ip_allow_list\[\]|address|routes\[\]\.(?:addresses\{\}\.)?base_url)$/, parsed],
];
/** The `name` of a closure is only compared; the `address` of a chat bot is parsed. */
const unreadAt: Readonly<Record<string, RegExp>> = { name: /\/closing$/, address: /\/robots(?:\/:id)?$/ };

/** Texts with several lines. */
const several = [
  'details',
  'note',
  'privacy_en',
  'privacy_zh',
  'sign_up_domains',
  'sign_up_domains_refused',
  'terms_en',
  'terms_zh',
  'text.en',
  'text.zh',
];

let bench: PeopleBench;
let owner: Asks;
let of: string;
let all: readonly (TextLeaf & { readonly route: string })[];

before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('founder');
  of = `/accounts/${String((await owner('GET', '/session')).body.accounts[0].id)}`;
  const changing = bench.routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  all = changing.flatMap(({ method, url, schema }) =>
    [schema?.body, schema?.querystring]
      .filter((part) => part instanceof z.core.$ZodType)
      .flatMap((part) => textsOf(part).map((leaf) => ({ ...leaf, route: `${method} ${url}` }))),
  );
});
after(() => bench.close());

function isRead({ path, route }: { readonly path: string; readonly route: string }): boolean {
  return !unread.some(([form]) => form.test(path)) || unreadAt[path]?.test(route) === false;
}

/** What a field stores of a text; `null` if it refuses it. */
function kept({ schema }: TextLeaf, text: string): string | null {
  const { success, data } = z.safeParse(schema, text);
  return success ? String(data) : null;
}

test('no text of any route that another person reads takes a sign that nobody sees', () => {
  // Several routes share a field.
  const read = [...new Map(all.filter(isRead).map((leaf) => [leaf.schema, leaf])).values()].map((leaf) => {
    const taken = bases.filter((base) => kept(leaf, base) !== null);
    return { leaf, tried: taken.length === 0 ? bases : taken, takes: taken.length > 0 };
  });
  const taking = read.filter(({ takes }) => takes).length;
  assert.ok(taking > 70, `${String(taking)} fields take any of the texts, of ${String(read.length)}`);
  fc.assert(
    fc.property(hidden, (sign) => {
      for (const { leaf, tried } of read)
        for (const base of tried)
          for (const at of [0, 1, base.length]) {
            const text = `${base.slice(0, at)}${sign}${base.slice(at)}`;
            assert.ok(!kept(leaf, text)?.includes(sign), `${leaf.route} ${leaf.path}: ${JSON.stringify(text)}`);
          }
    }),
    { seed: testSeed, numRuns: 150 },
  );
});

test('texts of several lines take line breaks and tabs, all others one line', () => {
  const lines = all.filter(isRead).filter((leaf) => kept(leaf, 'a.bc\r\n\td.ef\ng.hi') !== null);
  assert.deepEqual([...new Set(lines.map(({ path }) => path))].toSorted(), several);
  for (const leaf of lines)
    assert.ok(!kept(leaf, 'a.bc\rd.ef')?.includes('\r'), `${leaf.route} ${leaf.path}: a carriage return alone`);
});

test('every text that is left out of this exists', () => {
  for (const [form] of unread)
    assert.ok(
      all.some(({ path }) => form.test(path)),
      String(form),
    );
});

test('names as people write them are taken: scripts with joiners, emoji, marks, wide characters', () => {
  const field = textField('a name', 200, 1);
  for (const name of [
    '示例科技（杭州）有限公司　',
    'می\u200cخواهم',
    'क्\u200dष',
    '👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3',
    'Zoë Ångström',
    'ﾃｽﾄ',
    '한글',
    'ᠮᠣᠩᠭᠣᠯ\u180b',
  ])
    assert.ok(field.safeParse(name).success, name);
  for (const name of ['Ac\u200dme', 'Ac\u200cme', 'می\u200c', '张\u200d三', '1\ufe0f', 'a\ufe0f', '👨\u200d', 'a\u180b'])
    assert.ok(!field.safeParse(name).success, JSON.stringify(name));
});

test('the name of a person who signs up follows the same rule', () => {
  checkName('Ann');
  fc.assert(
    fc.property(hidden, (sign) => {
      assert.throws(() => {
        checkName(`An${sign}n`);
      });
    }),
    { seed: testSeed, numRuns: 300 },
  );
});

test('the refusal names the field, the sign and where it is, in both languages', async () => {
  const body = { kind: 'individual', name: '张三\u202e', delivery: { consignee: 'Li\u200b Lei' } };
  const { status, body: said } = await owner('POST', `${of}/invoice-titles`, body);
  assert.deepEqual([status, said.error.param], [400, 'name']);
  const { message } = said.error as { message: string };
  assert.match(message, /^`name` must be one line without control or invisible characters\. Remove U\+202E at character 3\. /);
  assert.match(message, /`delivery\.consignee` must be one line .* Remove U\+200B at character 3\./);
  assert.deepEqual(
    [said.error.reason, said.error.params],
    ['hidden_in_line', { field: 'name', sign: 'U+202E', position: 3 }],
    'those of the first field, as `param` is',
  );
  const asked = await owner('POST', `${of}/service-requests`, {
    kind: 'dedicated',
    contact: 'Li Lei',
    details: 'one\ntwo\u2067',
  });
  assert.deepEqual([asked.status, asked.body.error.param], [400, 'details']);
  assert.match(asked.body.error.message, /except line breaks and tabs\. Remove U\+2067 at character 8\.$/);
  assert.deepEqual(
    [asked.body.error.reason, asked.body.error.params],
    ['hidden_in_lines', { field: 'details', sign: 'U+2067', position: 8 }],
  );
  const lines = await owner('POST', `${of}/service-requests`, { kind: 'dedicated', contact: 'Li Lei', details: 'one\n\ttwo' });
  assert.equal(lines.status, 201, lines.text);
  assert.equal(lines.body.details, 'one\n\ttwo');
});
