/** Goal: a form has the same meaning for the gateway as for every other reader; otherwise it is refused with the name of its field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import fc from 'fast-check';
import { count } from '../../test/proofs/counts.ts';
import { testSeed } from '../../test/proofs/seed.ts';
import { scanLimits } from '../json/body-scanner.ts';
import type { FormPart, ScannedBody } from '../json/scanned-body.ts';
import { readForm } from './read-form.ts';
import { splitForm } from './split-form.ts';
import { formType, writeForm } from './write-form.ts';

const rules = {
  files: new Map([
    ['image', 3],
    ['mask', 1],
  ]),
  integers: new Set(['n']),
  flags: new Set(['stream']),
};
const boundary = 'frontier';

function run<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

function read(text: string | Buffer, type = formType(boundary)): ScannedBody {
  return run(readForm(Buffer.from(text), type, rules, scanLimits));
}

/** Parts in wire format, between boundaries; `head` follows `form-data`. */
function form(...parts: readonly (readonly [head: string, content: string])[]): string {
  const written = parts.map(([head, text]) => `--${boundary}\r\nContent-Disposition: form-data${head}\r\n\r\n${text}\r\n`);
  return `${written.join('')}--${boundary}--\r\n`;
}

function text(name: string, content: string): readonly [string, string] {
  return [`; name="${name}"`, content];
}

function file(name: string, content = 'x'): readonly [string, string] {
  return [`; name="${name}"; filename="a.png"\r\nContent-Type: image/png`, content];
}

function refusal(body: string | Buffer, type?: string): ApiError {
  try {
    read(body, type);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return assert.fail(`taken for a form: ${body.toString().slice(0, 200)}`);
}

test('texts are read as if they had come as JSON, files stay the bytes that they were', () => {
  const body = read(
    form(
      text('model', 'm'),
      text('n', '2'),
      text('stream', 'false'),
      text('user', '2'),
      text('prompt', '雪の"狐"\r\n--frontie\u0000'),
      text('metadata[one]', 'a'),
      text('metadata[two]', 'b'),
      text('tags[]', 'x'),
      text('tags[]', 'y'),
      text('__proto__', 'p'),
      file('image[]', '\r\n--\r\n'),
      file('image[]'),
      file('mask'),
    ),
  );
  assert.equal(
    JSON.stringify(body.value),
    '{"model":"m","n":2,"stream":false,"user":"2","prompt":"雪の\\"狐\\"\\r\\n--frontie\\u0000","metadata":{"one":"a","two":"b"},"tags":["x","y"],"__proto__":"p"}',
  );
  assert.equal(body.text.wide, 2 + 1);
  const files = body.form?.filter((part) => part.file !== null).map(({ name, content }) => [name, content.toString()]);
  assert.deepEqual(files, [
    ['image[]', '\r\n--\r\n'],
    ['image[]', 'x'],
    ['mask', 'x'],
  ]);
});

test('how a field is written, too long, twice or in the wrong kind, is refused by its name', () => {
  for (const [param, body] of [
    ['prompt', form(text('prompt', 'a'), text('prompt', 'b'))],
    ['prompt', form(file('prompt'))],
    ['other', form(file('other'))],
    ['image', form(text('image', 'a'))],
    ['image', form(text('image[]', 'a'))],
    ['image', form(file('image', ''))],
    ['image', form(file('image'), file('image[]'), file('image'), file('image'))],
    ['image[0]', form(file('image[0]'))],
    ['mask', form(file('mask'), file('mask'))],
    ['mask[]', form(file('mask[]'))],
    ['tags', form(text('tags', 'a'), text('tags[]', 'b'))],
    ['tags', form(text('tags[]', 'a'), text('tags', 'b'))],
    ['tags[a]', form(text('tags', 'a'), text('tags[a]', 'b'))],
    ['tags[a]', form(text('tags[a]', 'a'), text('tags[a]', 'b'))],
  ] as const) {
    const { code, param: named } = refusal(body);
    assert.deepEqual([code, named], ['invalid_parameter', param], body);
  }
  const latin1 = Buffer.from(form(text('prompt', 'é')), 'latin1');
  assert.deepEqual([refusal(latin1).code, refusal(latin1).param], ['invalid_encoding', 'prompt']);
  assert.equal(refusal(form(text('prompt', 'x'.repeat(2 ** 20 + 1)))).code, 'invalid_form');
});

test('what two readers could take for two forms is none', () => {
  const good = form(text('a', 'b'));
  const disposition = 'Content-Disposition: form-data; name="a"';
  const withHead = (head: string): string => `--${boundary}\r\n${head}\r\n\r\nx\r\n--${boundary}--`;
  for (const body of [
    '',
    '--',
    `--${boundary}`,
    `--${boundary}\r\n`,
    `x${good}`,
    `\r\n${good}`,
    `${good}x`,
    `${good}\r\n`,
    good.replace('frontier\r\n', 'frontier \r\n'),
    good.replace('frontier\r\n', 'frontier\n'),
    good.replace('\r\n\r\n', '\n\n'),
    good.slice(0, -6),
    form(text('a', `--${boundary}`)),
    form(['', 'x']),
    form(['; name=""', 'x']),
    form(['; name="a"; name="b"', 'x']),
    form(['; name="a"; NAME="b"', 'x']),
    form(['; name="a" b"', 'x']),
    form(['; name="a', 'x']),
    form(['; name="a\\"', 'x']),
    form(['; name="a b"', 'x']),
    form(['; name="a[b][c]"', 'x']),
    form(['; name="a[b"', 'x']),
    form(['; name="ä"', 'x']),
    form([`; name="${'a'.repeat(65)}"`, 'x']),
    form(['; name="a"\r\n folded', 'x']),
    form([`; name="a"\r\n${disposition}`, 'x']),
    form(['; name="a"\r\nContent-Transfer-Encoding: base64', 'x']),
    form(['; name="a"\r\nContent-Type: multipart/mixed; boundary=b', 'x']),
    form([`; name="a"\r\nX: ${'x'.repeat(5_000)}`, 'x']),
    form([`; name="a"\r\n${'X: y\r\n'.repeat(16)}Z: y`, 'x']),
    form(...Array.from({ length: 129 }, () => text('a', 'b'))),
    withHead(''),
    withHead('Content-Type: text/plain'),
    withHead('Content-Disposition: attachment; name="a"'),
    withHead('Content-Disposition : form-data; name="a"'),
  ])
    assert.equal(refusal(body).code, 'invalid_form', JSON.stringify(body.slice(0, 120)));
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    'multipart/form-data; boundary="frontier',
    'multipart/form-data; boundary=frontier; boundary=other',
    'multipart/form-data; Boundary=frontier; boundary=frontier',
    `multipart/form-data; boundary=${'a'.repeat(71)}`,
    'multipart/form-data; boundary="a\r\nb"',
    'multipart/form-data; boundary frontier',
  ])
    assert.equal(refusal(good, type).code, 'invalid_form', type);
  for (const type of ['multipart/form-data; charset=utf-8; boundary="frontier"', 'multipart/form-data;boundary=frontier '])
    assert.deepEqual({ ...read(good, type).value }, { a: 'b' });
});

test('the name of a file keeps its ending and no way to anywhere', () => {
  for (const [written, kept] of [
    ['a.png', 'a.png'],
    ['C:\\\\x\\\\my fox.png', 'my_fox.png'],
    ['../../etc/passwd', 'passwd'],
    ['狐.webp', '_.webp'],
    ['a%22b.jpg', 'a_22b.jpg'],
    ['\u0007.', '_.'],
    [`${'x'.repeat(200)}.png`, `${'x'.repeat(96)}.png`],
    ['/', 'file'],
  ] as const)
    assert.equal(read(form([`; name="image"; filename="${written}"`, 'x'])).form?.[0]?.file?.name, kept, written);
  assert.equal(read(form(['; name="image"; filename*=utf-8\'\'a.png', 'x'])).form?.[0]?.file?.name, 'file');
});

const name = fc.stringMatching(/^[A-Za-z_][\w.-]{0,20}$/);
const part: fc.Arbitrary<FormPart> = fc.record(
  {
    name,
    file: fc.option(fc.constant({ name: 'a.png', type: 'image/png' })),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom('', '\r\n', '\r\n--', '--', `\r\n--${boundary.slice(0, -1)}`, '\r\n\r\n').map((cut) => Buffer.from(cut)),
    ),
  },
  { noNullPrototype: true },
);

/** The result of the platform's own form reader. */
async function asPlatformReads(body: Buffer): Promise<readonly (readonly [string, Buffer | null])[]> {
  // oxlint-disable-next-line typescript/no-deprecated -- a second reader is all it is here
  const fields = await new Response(body, { headers: { 'content-type': formType(boundary) } }).formData();
  return Promise.all(
    [...fields].map(
      async ([field, value]) => [field, typeof value === 'string' ? null : Buffer.from(await value.arrayBuffer())] as const,
    ),
  );
}

test('what is written is what every reader reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
      const written = writeForm(parts, boundary);
      assert.deepEqual(run(splitForm(written, boundary)), parts);
      const expected = parts.map(({ name: field, file: sent, content }) => [field, sent === null ? null : content] as const);
      assert.deepEqual(await asPlatformReads(written), expected);
    }),
    { seed: testSeed, numRuns: count('runs'), verbose: fc.VerbosityLevel.Verbose },
  );
});

test('whatever is sent as a form, nothing but a refusal is thrown, and what is taken for one the platform takes for the same', async () => {
  const piece = fc.constantFrom(
    ...[`--${boundary}`, `--${boundary}--`, '\r\n', '\r\n\r\n', '\n', '--', ' ', '"', ';', '\\', 'x', '\u0000', 'é'],
    ...[
      'Content-Disposition: form-data',
      '; name="a"',
      '; name="b"',
      '; filename="c.png"',
      "; filename*=utf-8''d",
      ': ',
      'X-Y: z',
    ],
    ...['Content-Type: image/png', 'Content-Type: multipart/mixed', 'Content-Transfer-Encoding: base64', form(text('n', '1'))],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), fc.boolean(), async (pieces, framed) => {
      const inner = pieces.join('');
      const body = Buffer.from(
        framed ? `--${boundary}\r\nContent-Disposition: form-data; name="n"\r\n\r\n${inner}\r\n--${boundary}--` : inner,
      );
      let parts: FormPart[];
      try {
        parts = run(splitForm(body, boundary));
        run(readForm(body, formType(boundary), rules, scanLimits));
      } catch (error) {
        assert.ok(error instanceof ApiError, String(error));
        return;
      }
      const elsewhere = await asPlatformReads(body).catch(() => null);
      // If another reader accepts the form, its names must be the same.
      if (elsewhere === null) return;
      assert.deepEqual(
        elsewhere.map(([field]) => field),
        parts.map(({ name: field }) => field),
      );
    }),
    { seed: testSeed, numRuns: count('runs'), verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a form of 32 MiB is looked through in steps, whatever it is made of', () => {
  for (const filling of ['\r\n', '\r\n--', `\r\n--${boundary.slice(0, -1)}`, 'x']) {
    const body = Buffer.from(form(file('image', filling.repeat((32 * 2 ** 20) / filling.length))));
    let steps = 0;
    for (const _step of splitForm(body, boundary)) steps += 1;
    assert.ok(steps >= 31, String(steps));
  }
});

/** The shortest of a few runs, so that other load on the machine does not count. */
function shortestMs(body: Buffer, runs: number): number {
  let shortest = Infinity;
  for (let at = 0; at < runs; at += 1) {
    const startMs = performance.now();
    try {
      read(body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    shortest = Math.min(shortest, performance.now() - startMs);
  }
  return shortest;
}

test('no head of a part takes more than a hundred times what one of its length takes that is as it should be', () => {
  const repeated = [
    ' ',
    '\t',
    ' \t',
    '"',
    '\\',
    '\\"',
    ';',
    '; ',
    'a',
    'a=',
    '; a="',
    '; a=a',
    '/',
    '-',
    '.',
    '=',
    '*',
    '[',
    'a/',
    '\n',
    '\r',
    'é',
  ];
  const places: readonly ((text: string) => string)[] = [
    (text) => `${text}: x`,
    (text) => `X:${text}`,
    (text) => `X: x${text}`,
    (text) => `Content-Disposition: form-data${text}`,
    (text) => `Content-Disposition: form-data; name="${text}"`,
    (text) => `Content-Disposition: form-data; name=${text}`,
    (text) => `Content-Disposition: form-data; name="image"; filename="${text}"\r\nContent-Type: image/png`,
    (text) => `Content-Disposition: form-data; name="image"; filename="a"\r\nContent-Type: ${text}`,
  ];
  const endings = ['', '\n', '"', ';', 'x', '\\', '\u2028'];
  const bodyOf = (head: string): Buffer => Buffer.from(`--${boundary}\r\n${head}\r\n\r\nx\r\n--${boundary}--\r\n`);
  // Detects cubic time before it takes minutes.
  for (const characters of [400, 3_900]) {
    const usual = shortestMs(bodyOf(`Content-Disposition: form-data; name="image"; filename="${'a'.repeat(characters)}"`), 20);
    for (const [at, place] of places.entries())
      for (const unit of repeated)
        for (const ending of endings) {
          const body = bodyOf(place(unit.repeat(characters / unit.length) + ending));
          const what = `place ${String(at)} of ${JSON.stringify(unit)} and ${JSON.stringify(ending)}`;
          const mostMs = usual * 100;
          assert.ok(shortestMs(body, 1) <= mostMs || shortestMs(body, 3) <= mostMs, `${what}, ${String(characters)} characters`);
        }
  }
});
