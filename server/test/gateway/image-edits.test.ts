/**
 * Goal: images to edit arrive as forms, with the same limits and the same authentication as everything else, and reach the upstream
 * unchanged. Method: the real service, a scripted upstream, the official SDK and clients on raw sockets.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { ErrorCode } from '@tollgate/contract/errors';
import OpenAI, { toFile } from 'openai';
import { boundaryOf } from '../../src/forms/boundary.ts';
import { splitForm } from '../../src/forms/split-form.ts';
import { expectRefused } from '../bad-input/refusals.ts';
import { must } from '../scenarios/scenario.ts';
import { refusal, whole } from '../scripted-upstream/behaviours.ts';
import type { RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { formBytes, formHeaders, post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

const path = '/v1/images/edits';
const png = 'iVBORw0KGgoAAAAASUVORK5CYII=';
const usage = { input_tokens: 300, input_tokens_details: { text_tokens: 10, image_tokens: 290 }, output_tokens: 272 };
const drawn = whole(JSON.stringify({ created: 1, data: [{ b64_json: png }], usage }));
const fox = { fileName: 'fox.png', bytes: Buffer.concat([Buffer.from(png, 'base64'), randomBytes(5_000)]) };

let fixture: Fixture;

before(async () => {
  fixture = await startFixture();
  const price = { input: '2', cached_input: '0.5', output: '8', per_call: '0.2' };
  for (const [name, quirks] of [
    ['edit', {}],
    ['json', { json_image_edits: true, one_image_form: true }],
  ] as const) {
    await must(fixture, 'POST', '/providers', {
      name,
      dialect: 'chat-completions',
      dialects: { image: 'images' },
      quirks,
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'upstream-secret-key' }],
      models: [{ model: `test/${name}`, upstream_model: 'brush-1' }],
    });
    await must(fixture, 'PUT', `/models/test%2F${name}`, { kind: 'image', price });
  }
  fixture.upstream.otherwise(drawn);
});
after(() => fixture.closeSettled());

const asked = { model: 'test/edit', prompt: 'the same in summer' };

function ask(fields: object): Promise<RawAnswer> {
  return post(fixture.port, formBytes({ ...asked, ...fields }), { path, key: fixture.key, headers: formHeaders });
}

interface Sent {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string; readonly file: object | null; readonly content: Buffer }[];
}

/** The form that the upstream received. */
async function sentForm(): Promise<Sent & { readonly request: RecordedRequest }> {
  const request = await fixture.upstream.nextRequest();
  const splitting = splitForm(request.bytes, boundaryOf(request.headers['content-type'] ?? ''));
  let next = splitting.next();
  while (next.done !== true) next = splitting.next();
  const texts = next.value.filter(({ file }) => file === null).map(({ name, content }) => [name, content.toString()]);
  return { request, texts: Object.fromEntries(texts), files: next.value.filter(({ file }) => file !== null) };
}

test('an upstream gets the files to the byte and the fields as they were, under its own name of the model', async () => {
  const mask = { fileName: '/home/me/my mask.png', bytes: randomBytes(100) };
  const second = { fileName: 'b.webp', type: 'image/webp', bytes: Buffer.from('\r\n--test-form-5f1') };
  const fields = { n: 1, size: '1024x1024', quality: 'high', user: '7', seed: 7, input_fidelity: 'high' };
  const answer = await ask({
    ...fields,
    image: [fox, second],
    mask,
    stream: false,
    partial_images: 0,
    api_base: 'http://127.0.0.1',
  });
  assert.equal(answer.status, 200, answer.body);
  assert.deepEqual(JSON.parse(answer.body), { created: 1, data: [{ b64_json: png }], usage });
  const { request, texts, files } = await sentForm();
  assert.equal(request.path, '/v1/images/edits');
  const expected = Object.entries({ ...asked, model: 'brush-1', ...fields }).map(([name, value]) => [name, String(value)]);
  assert.deepEqual(texts, Object.fromEntries(expected));
  assert.deepEqual(files, [
    { name: 'image[]', file: { name: 'fox.png', type: 'image/png' }, content: fox.bytes },
    { name: 'image[]', file: { name: 'b.webp', type: 'image/webp' }, content: second.bytes },
    { name: 'mask', file: { name: 'my_mask.png', type: 'image/png' }, content: mask.bytes },
  ]);
  const row = await fixture.nextRow();
  assert.deepEqual([row.endpoint, row.kind, row.ending, row.input_tokens], ['images.edits', 'image', 'complete', 300]);
  assert.equal(Number(row.charge_exact), 0.2 + (300 * 2 + 272 * 8) / 1e6);
});

test('an upstream that knows no forms gets the files as separate addresses', async () => {
  for (const [image, sent] of [
    [fox, `data:image/png;base64,${fox.bytes.toString('base64')}`],
    [
      [fox, { fileName: 'b', type: 'application/octet-stream', bytes: Buffer.from('x') }],
      [`data:image/png;base64,${fox.bytes.toString('base64')}`, 'data:image/png;base64,eA=='],
    ],
  ] as const) {
    const answer = await ask({ model: 'test/json', n: 2, image, response_format: 'url' });
    assert.equal(answer.status, 200, answer.body);
    const request = await fixture.upstream.nextRequest();
    assert.deepEqual([request.path, request.headers['content-type']], ['/v1/images/generations', 'application/json']);
    assert.deepEqual(request.body, { model: 'brush-1', prompt: asked.prompt, n: 2, image: sent });
    await fixture.nextRow();
  }
});

test('the official SDK edits one image and several, at the sandbox and upstream', async () => {
  const client = new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
  const one = await toFile(fox.bytes, 'fox.png', { type: 'image/png' });
  const two = await toFile(Buffer.from('ffd8ff', 'hex'), 'second.jpg', { type: 'image/jpeg' });
  for (const model of ['sandbox/image', 'test/edit'])
    for (const image of [one, [one, two]]) {
      const { data } = await client.images.edit({ model, image, prompt: 'in summer', n: 1, size: '1024x1024', mask: two });
      assert.equal(Buffer.from(data?.[0]?.b64_json ?? '', 'base64').toString('latin1', 1, 4), 'PNG');
      assert.equal((await fixture.nextRow()).ending, 'complete');
      if (model === 'sandbox/image') continue;
      const { files } = await sentForm();
      const images = Array.isArray(image) ? ['image[]', 'image[]'] : ['image'];
      assert.deepEqual(files.map(({ name }) => name).toSorted(), [...images, 'mask'].toSorted());
    }
});

test('the sandbox refuses to edit what is no image, by its field and whatever it is called, and is not paid for it', async () => {
  const text = { fileName: 'fox.png', bytes: Buffer.from('once upon a time') };
  for (const [fields, param] of [
    [{ image: text }, 'image'],
    [{ image: [fox, text] }, 'image'],
    [{ image: fox, mask: text }, 'mask'],
  ] as const) {
    const answer = await ask({ model: 'sandbox/image', ...fields });
    const { error } = JSON.parse(answer.body) as { readonly error: { readonly param: string; readonly message: string } };
    assert.deepEqual([answer.status, error.param], [400, param], answer.body);
    assert.match(error.message, /must be an image: a PNG, JPEG, WebP or GIF file/);
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact)], ['refused', 0]);
  }
});

type Refused = readonly [fields: object, code: ErrorCode, param: string | null];
const refused: readonly Refused[] = [
  [{ image: undefined }, 'missing_required_parameter', 'image'],
  [{ image: undefined, mask: fox }, 'missing_required_parameter', 'image'],
  [{ image: 'fox.png' }, 'invalid_parameter', 'image'],
  [{ image: { ...fox, bytes: Buffer.alloc(0) } }, 'invalid_parameter', 'image'],
  [{ image: { ...fox, type: 'text/html' } }, 'invalid_parameter', 'image'],
  [{ image: Array.from({ length: 17 }, () => fox) }, 'invalid_parameter', 'image'],
  [{ mask: [fox] }, 'invalid_parameter', 'mask[]'],
  [{ sound: fox }, 'invalid_parameter', 'sound'],
  [{ prompt: fox }, 'invalid_parameter', 'prompt'],
  [{ prompt: '' }, 'invalid_parameter', 'prompt'],
  [{ prompt: '画'.repeat(32_001) }, 'invalid_parameter', 'prompt'],
  [{ n: 11 }, 'invalid_parameter', 'n'],
  [{ n: '1.5' }, 'invalid_parameter', 'n'],
  [{ n: 'two' }, 'invalid_parameter', 'n'],
  [{ size: 'large' }, 'invalid_parameter', 'size'],
  [{ quality: 'best' }, 'invalid_parameter', 'quality'],
  [{ response_format: 'png' }, 'invalid_parameter', 'response_format'],
  [{ stream: 'yes' }, 'invalid_parameter', 'stream'],
  [{ Prompt: 'x' }, 'invalid_parameter', 'Prompt'],
  [Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`x${String(at)}`, 'y'])), 'invalid_form', null],
];

function formOf(fields: object): Buffer {
  const all = Object.entries<unknown>({ ...asked, image: fox, ...fields }).filter(([, value]) => value !== undefined);
  return formBytes(Object.fromEntries(all));
}

test('a field that is missing, does not fit or is in the wrong place is named, before any upstream is asked', async () => {
  for (const [fields, code, param] of refused)
    await expectRefused(fixture, postBytes(formOf(fields), { path, key: fixture.key, headers: formHeaders }), {
      code,
      param,
      logged: true,
    });
  const twice = Buffer.concat([formOf({}).subarray(0, -'--test-form-5f1c--\r\n'.length), formBytes({ model: 'sandbox/image' })]);
  await expectRefused(fixture, postBytes(twice, { path, key: fixture.key, headers: formHeaders }), {
    code: 'invalid_parameter',
    param: 'model',
    logged: true,
  });
});

test('another type of body, a coding or a boundary that is none is refused in words', async () => {
  const bodyOf = (headers: object): Buffer =>
    postBytes(formOf({}), { path, key: fixture.key, headers: { ...formHeaders, ...headers } });
  for (const headers of [
    { 'content-type': 'application/json' },
    { 'content-type': 'multipart/mixed; boundary=test-form-5f1c' },
    { 'content-encoding': 'gzip' },
  ])
    await expectRefused(fixture, bodyOf(headers), { code: 'unsupported_media_type', logged: true });
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=other', 'multipart/form-data; boundary=""'])
    await expectRefused(fixture, bodyOf({ 'content-type': type }), { code: 'invalid_form', logged: true });
});

test('more than a body may have is refused with 413 before it is read, and while it is read', async () => {
  const headers = { ...formHeaders, 'content-length': String(33 * 2 ** 20) };
  const announced = postBytes('', { path, key: fixture.key, headers });
  await expectRefused(fixture, announced, { code: 'body_too_large', logged: true });
  const client = await RawClient.open(fixture.port);
  const chunked = { ...formHeaders, 'transfer-encoding': 'chunked' };
  const head = postBytes('', { path, key: fixture.key, headers: chunked }).toString().replace('content-length: 0\r\n', '');
  client.send(head);
  const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')]);
  for (let sent = 0; sent < 33; sent += 1) client.send(piece);
  assert.equal((await client.answer()).status, 413);
  client.leave();
  assert.equal((await fixture.nextRow()).error_code, 'body_too_large');
});

test('the key is asked for before a byte of the files', async () => {
  const held = postBytes('', { path, key: null, headers: { ...formHeaders, 'content-length': '1000000' } });
  await expectRefused(fixture, held, { code: 'invalid_api_key' });
});

test('a form that ends in the middle, or whose client leaves, is not charged', async () => {
  const bytes = postBytes(formOf({}), { path, key: fixture.key, headers: formHeaders });
  const client = await RawClient.open(fixture.port);
  client.send(bytes.subarray(0, bytes.length - 2_000));
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 1);
  client.leave();
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, Number(row.charge_exact)], ['client_left', 0]);
});

test("a refusal of the upstream for what was sent is the client's, and free", async () => {
  fixture.upstream.next(
    refusal(400, { error: { message: 'image is not a picture', param: 'image', code: 'invalid_image_file' } }),
  );
  const { status, body } = await ask({ image: fox });
  assert.deepEqual([status, (JSON.parse(body) as { error: { param: string } }).error.param], [400, 'image']);
  assert.equal(Number((await fixture.nextRow()).charge_exact), 0);
});

test('megabytes of images pass', async () => {
  const large = { fileName: 'large.png', bytes: randomBytes(3 * 2 ** 20) };
  assert.equal((await ask({ image: [large, large] })).status, 200);
  await fixture.nextRow();
});
