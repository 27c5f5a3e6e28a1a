/**
 * Goal: every operation of the registry follows the same rules. The reference and the README name it, the sandbox answers its example from
 * the first start on, and it is refused, charged and logged like all others. A line in the registry is enough to test a new endpoint here.
 *
 * Method: the real service with its own sandbox, real HTTP; `metadata` contains the sandbox's instructions.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { modelKinds } from '@tollgate/contract/enumerations';
import type { ModelEndpoint } from '../../src/endpoints/endpoint.ts';
import { localEndpoints, modelEndpoints } from '../../src/endpoints/registry.ts';
import { referencePath } from '../../src/operations/gateway-openapi.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { formBytes, formHeaders, picture, post, RawClient, postBytes, type RawAnswer } from './raw-client.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

const all = [...modelEndpoints, ...localEndpoints];

async function reference(): Promise<{ readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>> }> {
  const answer = await fetch(`${fixture.service.consoleUrl}/openapi.json`);
  return (await answer.json()) as Awaited<ReturnType<typeof reference>>;
}

test('the reference and the README name every operation, and no other', async () => {
  const { paths } = await reference();
  const named = all.map((endpoint) => `${endpoint.method} ${referencePath(endpoint)}`);
  const documented = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  assert.deepEqual(documented.toSorted(), named.toSorted());
  const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');
  assert.deepEqual(
    [...readme.matchAll(/^\| `((?:GET|POST|DELETE) [^`]+)`/gm)].map(([, address]) => address),
    named,
  );
});

test('no two operations share a name in the log, or an address', () => {
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  const addresses = all.flatMap(({ method, path, ...more }) =>
    [path, ...('alsoAt' in more ? more.alsoAt : [])].map((address) => `${method} ${address}`),
  );
  assert.equal(new Set(addresses).size, addresses.length);
});

interface Refused {
  readonly message: string;
  readonly param: string | null;
  readonly code: string;
}

/** The error of a response in the default protocol; other protocols test their own fields. */
function refusalOf({ body }: RawAnswer): Refused {
  return (JSON.parse(body) as { readonly error: Refused }).error;
}

// Endpoints that continue after their response have separate tests: test/music/.
for (const endpoint of modelEndpoints.filter(({ music }) => music === undefined))
  describe(`${endpoint.method} /v1${endpoint.path}`, () => {
    everyRule(endpoint);
  });

/** A request with these `fields`: JSON, or a form with a file if any is named. */
function requestOf(
  { form }: ModelEndpoint,
  fields: unknown,
): { readonly body: unknown; readonly headers: Readonly<Record<string, string>> } {
  if (form === null) return { body: fields, headers: {} };
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return { body: fields, headers: formHeaders };
  const parts = Object.entries(fields).map(([field, value]: [string, unknown]) => [
    field,
    form.files.has(field) && typeof value === 'string' && value !== '' ? { fileName: value, bytes: picture } : value,
  ]);
  return { body: formBytes(Object.fromEntries(parts)), headers: formHeaders };
}

function everyRule(endpoint: ModelEndpoint): void {
  const { document, kind, name } = endpoint;
  const { example } = document;
  const model = String(example.model);

  function call(fields: unknown, path = `/v1${endpoint.path}`): Promise<RawAnswer> {
    const { body, headers } = requestOf(endpoint, fields);
    return post(fixture.port, body, { path, key: fixture.key, headers });
  }

  async function refused(body: unknown, status: number, code: string, param: string | null): Promise<void> {
    const answer = await call(body);
    const told = JSON.stringify(body).slice(0, 200);
    assert.equal(answer.status, status, `${told} → ${answer.body}`);
    const error = refusalOf(answer);
    assert.deepEqual([error.code, error.param], [code, param], told);
    assert.ok(error.message.length > 10, told);
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.endpoint, row.ending, Number(row.charge_exact)], [status, name, 'refused', 0], told);
  }

  function priced(perCall: string): Promise<void> {
    return put({ input: '2', cached_input: '1', output: '3', per_call: perCall });
  }

  async function put(price: object): Promise<void> {
    const answer = await fixture.admin('PUT', `/models/${encodeURIComponent(model)}`, { kind, price, confirm: true });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }

  /** Asks the sandbox for an upstream fault. */
  async function disturbed(
    knobs: Readonly<Record<string, string>>,
  ): Promise<{ readonly answer: RawAnswer; readonly row: CallRow }> {
    const answer = await call({ ...example, metadata: knobs });
    return { answer, row: await fixture.nextRow() };
  }

  test('the sandbox answers its example in the documented form, at price 0 free of charge, with and without /v1', async () => {
    await put({ input: '0', output: '0', per_call: '0' });
    const paths = ['/v1', '', '/v1/v1'].map((prefix) => prefix + endpoint.path);
    for (const path of [...paths, ...(endpoint.alsoAt ?? [])]) {
      const answer = await call(example, path);
      assert.equal(answer.status, 200, answer.body);
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
      document.answer.schema.parse(JSON.parse(answer.body));
      document.request.schema.parse(example);
      const row = await fixture.nextRow();
      assert.deepEqual([row.status, row.ending, row.endpoint, row.kind, row.model], [200, 'complete', name, kind, model]);
      assert.equal(Number(row.charge_exact), 0);
      assert.ok(row.input_tokens > 0, 'the sandbox reports what it used');
    }
  });

  test('a stream is one documented event after the other, or is not offered', async () => {
    const answer = await call({ ...example, stream: true });
    const row = await fixture.nextRow();
    if (document.event === null) {
      assert.equal(row.streamed, false);
      return;
    }
    assert.equal(answer.status, 200, answer.body);
    const events = answer.body.split('\n\n').filter((text) => text !== '');
    assert.ok(events.at(-1)?.startsWith(document.event.last));
    for (const text of events.filter((event) => event !== 'data: [DONE]'))
      document.event.schema.parse(JSON.parse(text.replace(/^(?:event: .*\n)?data: /, '')));
    assert.deepEqual([row.streamed, row.ending], [true, 'complete']);
  });

  test('without a key, or with a wrong one, nothing is read and nothing revealed', async () => {
    const path = `/v1${endpoint.path}`;
    for (const key of [null, `sk-${'a'.repeat(48)}`]) {
      const { body, headers } = requestOf(endpoint, example);
      const answer = await post(fixture.port, body, { path, key, headers });
      assert.deepEqual([answer.status, refusalOf(answer).code], [401, 'invalid_api_key']);
    }
  });

  test('any other method is answered with 405', async () => {
    const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1${endpoint.path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${fixture.key}` },
    });
    assert.equal(answer.status, 405);
    assert.match(answer.headers.get('allow') ?? '', new RegExp(endpoint.method));
    await answer.arrayBuffer();
    await fixture.nextRow();
  });

  test('a request without a model, with one that nobody has, or of another kind, names the field', async () => {
    const { model: _model, ...without } = example;
    await refused(without, 400, 'missing_required_parameter', 'model');
    // In a form everything is text, and an empty list or object is absent.
    for (const wrong of endpoint.form === null ? [7, '', {}, []] : ['', ['x'], { x: 'x' }])
      await refused({ ...example, model: wrong }, 400, 'invalid_parameter', 'model');
    await refused({ ...example, model: 'nobody/has' }, 404, 'model_not_found', 'model');
    const other = modelKinds.find((known) => known !== kind);
    await fixture.admin('PUT', '/models/of%2Fanother', { kind: other, price: { input: '1', output: '1' } });
    await refused({ ...example, model: 'of/another' }, 400, 'invalid_parameter', 'model');
  });

  test('a field that is missing or of the wrong type is named', async () => {
    for (const field of Object.keys(example).filter((known) => known !== 'model')) {
      const { [field]: _left, ...without } = example;
      await refused(without, 400, 'missing_required_parameter', field);
      for (const wrong of [7, true, {}, [], '', [null]]) {
        const answer = await call({ ...example, [field]: wrong });
        const row = await fixture.nextRow();
        const told = `${field}: ${JSON.stringify(wrong)} → ${String(answer.status)} ${answer.body}`;
        assert.ok(answer.status === 200 || answer.status === 400, told);
        if (answer.status === 400) assert.ok(refusalOf(answer).param?.startsWith(field), told);
        assert.equal(Number(row.charge_exact), 0, told);
      }
    }
  });

  test('a body that is not a JSON object, or not a form, is refused', async () => {
    for (const body of [[], 7, 'text', null]) {
      const answer = await call(body);
      assert.equal(answer.status, 400, `${JSON.stringify(body)} → ${answer.body}`);
      await fixture.nextRow();
    }
  });

  test('at a price the charge is that of the reported usage, with a charge per call', async () => {
    await priced('0.5');
    const answer = await call(example);
    const row = await fixture.nextRow();
    assert.equal(answer.status, 200, answer.body);
    const tokens = (row.input_tokens - row.cached_tokens) * 2 + row.cached_tokens + row.output_tokens * 3;
    assert.equal(Math.round(Number(row.charge_exact) * 1e9), 500_000_000 + tokens * 1_000);
    assert.equal(row.usage_estimated, false);
  });

  test('an upstream that refuses, breaks off or falls silent gives 503, uncharged', async () => {
    await priced('0.5');
    for (const knobs of [{ sandbox_status: '500' }, { sandbox_status: '429' }, { sandbox_cut_after_chunks: '0' }]) {
      const { answer, row } = await disturbed(knobs);
      const told = JSON.stringify(knobs);
      assert.deepEqual([answer.status, refusalOf(answer).code], [503, 'upstream_unavailable'], told);
      assert.deepEqual([row.status, row.endpoint, Number(row.charge_exact)], [503, name, 0], told);
    }
  });

  test('an answer without usage is estimated and says so; a usage that cannot be true is never money', async () => {
    await priced('0.5');
    const estimated = await disturbed({ sandbox_usage: 'none' });
    assert.deepEqual([estimated.answer.status, estimated.row.usage_estimated], [200, true]);
    assert.ok(Number(estimated.row.charge_exact) >= 0.5);
    const nonsense = await disturbed({ sandbox_usage: 'nonsense' });
    assert.deepEqual([nonsense.answer.status, nonsense.row.error_code], [200, 'usage_invalid']);
    assert.equal(Number(nonsense.row.charge_exact), 0);
  });

  test('a client that leaves before the answer is not charged', async () => {
    await priced('0.5');
    const client = await RawClient.open(fixture.port);
    const { body, headers } = requestOf(endpoint, { ...example, metadata: { sandbox_stall: '0' } });
    client.send(postBytes(body, { path: `/v1${endpoint.path}`, key: fixture.key, headers }));
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 1);
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact), row.endpoint], ['client_left', 0, name]);
    await fixture.expectSettled();
  });
}
