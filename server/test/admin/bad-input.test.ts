import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, startAdminBench, type AdminBench, type Answer } from './admin-bench.ts';

let bench: AdminBench;
let account = '';
let key = '';
let strangerKey = '';

before(async () => {
  bench = await startAdminBench();
  account = (await bench.ask('POST', '/api/admin/accounts', { name: 'Bad input' })).body.id;
  key = (await bench.ask('POST', at`/api/admin/accounts/${account}/keys`, {})).body.id;
  const stranger = (await bench.ask('POST', '/api/admin/accounts', { name: 'Stranger' })).body.id;
  strangerKey = (await bench.ask('POST', at`/api/admin/accounts/${stranger}/keys`, {})).body.id;
});
after(() => bench.close());

/** A refusal names the invalid field, says what to do, and repeats nothing that was sent. */
function refused(answer: Answer, status: number, param: string | null, what: string): void {
  assert.equal(answer.status, status, `${what}: ${answer.text.slice(0, 300)}`);
  assert.equal(answer.body.error.param, param, `${what}: ${answer.text.slice(0, 300)}`);
  assert.match(answer.body.error.message, /\w.*[.!]$/, what);
}

const patchKey = (body: unknown) => bench.ask('PATCH', at`/api/admin/keys/${key}`, body);

test('row 57: a wrong entry of an IP allow-list is refused by its place; host bits are normalised and shown', async () => {
  const wrong = [
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '010.0.0.1',
    '10.1',
    ' 1.2.3.4',
    '::1/128',
    'fe80::1%eth0',
    '١.٢.٣.٤',
    '',
  ];
  for (const entry of [...wrong, 7, null]) {
    refused(await patchKey({ ip_allow_list: ['192.0.2.1', entry] }), 400, 'ip_allow_list[1]', JSON.stringify(entry));
  }
  const answer = await patchKey({ ip_allow_list: ['1.2.3.4/24'] });
  assert.deepEqual(answer.body.ip_allow_list, ['1.2.3.0/24']);
  assert.match(answer.body.warnings[0], /1\.2\.3\.0\/24/);
});

test('row 58: an open list warns, a repeated entry is kept once, too many are refused, emptying needs a confirmation', async () => {
  const open = await patchKey({ ip_allow_list: ['0.0.0.0/0', '192.0.2.1', '192.0.2.1'] });
  assert.deepEqual(open.body.ip_allow_list, ['0.0.0.0/0', '192.0.2.1']);
  assert.equal(open.body.warnings.length, 2);
  const many = Array.from({ length: 10_000 }, (_, at) => `10.${String(at >> 16)}.${String((at >> 8) & 255)}.${String(at & 255)}`);
  refused(await patchKey({ ip_allow_list: many }), 400, 'ip_allow_list', '10,000 entries');
  for (const empty of [[], null]) {
    const emptied = await patchKey({ ip_allow_list: empty });
    refused(emptied, 400, 'ip_allow_list', 'emptied');
    assert.equal(emptied.body.error.reason, 'allow_list_empties');
  }
  assert.deepEqual((await bench.ask('GET', at`/api/admin/keys/${key}`)).body.ip_allow_list, ['0.0.0.0/0', '192.0.2.1']);
  assert.deepEqual((await patchKey({ ip_allow_list: [], confirm_open: true })).body.ip_allow_list, []);
  assert.equal((await patchKey({ ip_allow_list: [] })).status, 200, 'an empty list stays empty without a word');
});

test('row 59: a cap is a plain decimal string; null is none and "0" blocks', async () => {
  const wrong = [
    -1,
    '-1',
    '',
    'abc',
    '1e3',
    '0.00001',
    0.1 + 0.2,
    '１００',
    '1,000',
    '10000000000000',
    'NaN',
    '+1',
    '1.',
    '.5',
    ' 1',
    0,
    true,
    {},
  ];
  for (const cap of wrong) {
    for (const field of ['daily_cap', 'monthly_cap']) refused(await patchKey({ [field]: cap }), 400, field, JSON.stringify(cap));
    const create = await bench.ask('POST', at`/api/admin/accounts/${account}/keys`, { daily_cap: cap });
    refused(create, 400, 'daily_cap', JSON.stringify(cap));
  }
  const blocked = await patchKey({ daily_cap: '0' });
  assert.deepEqual([blocked.body.status, blocked.body.daily_cap], ['paused', '0.0000']);
  const free = await patchKey({ daily_cap: null });
  assert.deepEqual([free.body.status, free.body.daily_cap], ['available', null]);
  assert.equal((await patchKey({ daily_cap: '0.0001' })).body.daily_cap, '0.0001');
});

test('row 60: a daily cap above the monthly one is accepted with a word about it', async () => {
  const answer = await patchKey({ daily_cap: '100', monthly_cap: '10' });
  assert.equal(answer.status, 200);
  assert.match(answer.body.warnings[0], /monthly cap is reached first/);
  await patchKey({ daily_cap: null, monthly_cap: null });
});

test('rows 59, 61: a credit is a plain decimal string, not zero, and negative only as an adjustment', async () => {
  const before = (await bench.ask('GET', at`/api/admin/accounts/${account}/ledger`)).text;
  const credit = (body: object) =>
    bench.ask('POST', at`/api/admin/accounts/${account}/credits`, { reason: 'x', bucket: 'paid', ...body });
  for (const amount of ['0', '0.000', '-1', 'abc', '', '1e3', '１００', '1,000', 100, null, '10000000000000', '0.0000000001']) {
    refused(await credit({ amount }), 400, 'amount', JSON.stringify(amount));
  }
  refused(await credit({ amount: '1', currency: 'USD' }), 400, 'currency', 'another currency');
  refused(await credit({ amount: '1', bucket: 'gift' }), 400, 'bucket', 'unknown bucket');
  refused(await credit({ amount: '1', reason: '' }), 400, 'reason', 'no reason');
  refused(await credit({ amount: '0', bucket: 'adjustment' }), 400, 'amount', 'an adjustment by nothing');
  assert.equal(
    (await bench.ask('GET', at`/api/admin/accounts/${account}/ledger`)).text,
    before,
    'a refusal leaves no ledger row',
  );
  assert.equal((await credit({ amount: '-1', bucket: 'adjustment' })).status, 201);
});

test('row 62: a wrong or incomplete price is refused, and a model without a price is not sold', async () => {
  const put = (price: unknown) => bench.ask('PUT', '/api/admin/models/priced', { kind: 'chat', price });
  const table: readonly (readonly [unknown, string])[] = [
    [{ input: '-1', output: '1' }, 'price.input'],
    [{ input: '1000000.000001', output: '1' }, 'price.input'],
    [{ input: '1', output: '0.0000001' }, 'price.output'],
    [{ input: '1' }, 'price.output'],
    [{ output: '1' }, 'price.input'],
    [{}, 'price.input'],
    [{ input: 1, output: '1' }, 'price.input'],
    [{ input: '1', output: '1', cached_input: '1e1' }, 'price.cached_input'],
    [{ input: '1', output: '1', image: '1' }, 'price.image'],
    ['1', 'price'],
    [null, 'price'],
  ];
  for (const [price, param] of table) refused(await put(price), 400, param, JSON.stringify(price));
  assert.equal(bench.control.catalog.current.models.has('priced'), false);
  assert.equal((await put({ input: '1000000', output: '0.000001' })).status, 200);
  refused(
    await bench.ask('PUT', '/api/admin/models/x', { kind: 'chat', price_from: '2026-12-01T00:00:00Z' }),
    400,
    'price',
    'start only',
  );
  const unpriced = await bench.ask('PUT', '/api/admin/models/unpriced', { kind: 'chat' });
  assert.deepEqual([unpriced.body.sellable, unpriced.body.price], [false, null]);
});

test('row 68: a filter by time must be possible, have a zone, and lie within what is kept', async () => {
  const table: readonly (readonly [string, string])[] = [
    ['from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z', 'from'],
    ['from=2026-08-22T00:00:00Z', 'from'],
    ['from=2026-02-30', 'from'],
    ['from=2026-02-30T00:00:00Z', 'from'],
    ['from=2026-11-21T00:00:00', 'from'],
    ['from=1e15', 'from'],
    ['from=1763700000', 'from'],
    ['from=2026-11-20T23:59:60Z', 'from'],
    ['to=2026-11-20T24:00:00Z', 'to'],
    ['to=', 'to'],
    ['from=2026-11-20T00:00:00Z&from=2026-11-20T00:00:00Z', 'from'],
  ];
  for (const [query, param] of table) refused(await bench.ask('GET', at`/api/admin/calls?${query}`), 400, param, query);
  for (const query of ['from=2026-11-01&to=2026-11-02', 'from=2026-11-20T00:00:00%2B08:00', 'from=2026-11-20T00:00:00.5Z']) {
    assert.equal((await bench.ask('GET', at`/api/admin/calls?${query}`)).status, 200, query);
  }
});

test("row 69: a filter is taken literally, a page has its bounds, another tenant's key is not found", async () => {
  for (const model of ['%'.repeat(64), '.*', "' or 1=1 --", '_']) {
    const answer = await bench.ask('GET', at`/api/admin/calls?model=${encodeURIComponent(model)}`);
    assert.deepEqual([answer.status, answer.body.data], [200, []], model);
  }
  for (const limit of ['-1', '0', '1000000000', '201', '1.5', 'ten', '']) {
    refused(await bench.ask('GET', at`/api/admin/calls?limit=${limit}`), 400, 'limit', limit);
    refused(await bench.ask('GET', at`/api/admin/accounts?limit=${limit}`), 400, 'limit', limit);
  }
  for (const cursor of ['x', 'bnVsbA', 'W10', 'WzEsMl0', 'WyIxIl0']) {
    refused(await bench.ask('GET', at`/api/admin/accounts?cursor=${cursor}`), 400, 'cursor', cursor);
    refused(await bench.ask('GET', at`/api/admin/calls?cursor=${cursor}`), 400, 'cursor', cursor);
    refused(await bench.ask('GET', at`/api/admin/usage?cursor=${cursor}`), 400, 'cursor', cursor);
  }
  for (const query of [
    `account_id=${account}&key_id=${strangerKey}`,
    'key_id=key_none',
    'account_id=acc_none',
    'sub_account_id=sub_none',
  ]) {
    refused(await bench.ask('GET', at`/api/admin/calls?${query}`), 404, null, query);
  }
  assert.equal((await bench.ask('GET', at`/api/admin/calls?key_id=${strangerKey}&status_class=4xx`)).status, 200);
  refused(await bench.ask('GET', '/api/admin/calls?status_class=3xx'), 400, 'status_class', 'status class');
});

test('mass assignment is refused: a field that is not in the request of an action is named', async () => {
  const table: readonly (readonly [string, string, object, string])[] = [
    ['POST', '/accounts', { name: 'x', balance: '5' }, 'balance'],
    ['POST', '/accounts', { name: 'x', limits: { rpm: 5 } }, 'limits.rpm'],
    ['PATCH', at`/accounts/${account}`, { id: 'acc_other' }, 'id'],
    ['PATCH', at`/accounts/${account}`, { credits_revision: 9 }, 'credits_revision'],
    ['POST', at`/accounts/${account}/keys`, { key: 'sk-own' }, 'key'],
    ['POST', at`/accounts/${account}/keys`, { status: 'disabled' }, 'status'],
    ['PATCH', at`/keys/${key}`, { account_id: 'acc_other' }, 'account_id'],
    ['PATCH', at`/keys/${key}`, { hash: '00' }, 'hash'],
    ['PATCH', at`/keys/${key}`, { cap_arming: 0 }, 'cap_arming'],
    ['POST', at`/accounts/${account}/sub-accounts`, { name: 'x', account_id: 'y' }, 'account_id'],
    ['PUT', '/models/x', { kind: 'chat', prices: [] }, 'prices'],
    ['POST', '/providers', { name: 'x', dialect: 'chat-completions', routes: [], models: [], id: 'prv_1' }, 'id'],
    ['POST', '/backup', { path: 'x.db', overwrite: true }, 'overwrite'],
  ];
  for (const [method, path, body, param] of table) {
    refused(await bench.ask(method, at`/api/admin${path}`, body), 400, param, `${method} ${path}`);
  }
  const proto = await bench.ask('PATCH', at`/api/admin/keys/${key}`, '{"__proto__": {"status": "deleted"}}');
  refused(proto, 400, '__proto__', '__proto__');
});

test('an address of an upstream, a dialect and a file name are checked', async () => {
  const route = { region: 'overseas', base_url: 'https://up.example/v1' };
  const create = (over: object) =>
    bench.ask('POST', '/api/admin/providers', { name: 'p', dialect: 'chat-completions', routes: [route], models: [], ...over });
  for (const url of [
    'ftp://x',
    'x',
    '',
    'https://u:p@x/',
    'https://x/?a=1',
    'https://x/#f',
    'https://x/?',
    'file:///etc/passwd',
    'javascript:1',
  ]) {
    refused(await create({ routes: [{ ...route, base_url: url }] }), 400, 'routes[0].base_url', url);
  }
  refused(await create({ routes: [{ ...route, api_key: 'two\nlines' }] }), 400, 'routes[0].api_key', 'line break in a key');
  refused(await create({ dialect: 'telepathy' }), 400, 'dialect', 'dialect');
  refused(await create({ models: [{ model: '../x' }] }), 400, 'models[0].model', 'model name');
  refused(await create({ models: [{ model: 'x' }, { model: 'x' }] }), 400, 'models[1].model', 'listed twice');
  refused(await create({ quirks: { unknown: true } }), 400, 'quirks.unknown', 'quirk');
  for (const path of ['../x.db', '/etc/x', 'a/b', '..', '.hidden', 'x\u0000', 'ü', '']) {
    refused(await bench.ask('POST', '/api/admin/backup', { path }), 400, 'path', path);
  }
  for (const name of ['a//b', 'a/../b', '.a', 'a b', 'a%0Ab', 'x'.repeat(129)]) {
    const answer = await bench.ask('PUT', at`/api/admin/models/${encodeURIComponent(name)}`, { kind: 'chat' });
    assert.ok([400, 404].includes(answer.status), `${name}: ${String(answer.status)}`);
  }
});

test('a body that is no JSON object in UTF-8 is refused in the words of the catalogue', async () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    fetch(`${bench.url}/api/admin/accounts`, {
      method: 'POST',
      headers: { authorization: 'Bearer tga-the-token-of-these-tests-alone', 'content-type': type },
      body,
    });
  const table: readonly (readonly [string | Uint8Array<ArrayBuffer>, string, number, string])[] = [
    ['{', 'application/json', 400, 'invalid_json'],
    ['', 'application/json', 400, 'invalid_parameter'],
    ['null', 'application/json', 400, 'invalid_parameter'],
    ['[]', 'application/json', 400, 'invalid_parameter'],
    ['"x"', 'application/json', 400, 'invalid_parameter'],
    ['{}', 'application/json', 400, 'missing_required_parameter'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json', 400, 'invalid_encoding'],
    ['{"name":"x"}', 'text/plain', 415, 'unsupported_media_type'],
    ['{"name":"x"}', 'application/json; charset=gbk', 415, 'unsupported_media_type'],
    [`{"name":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'body_too_large'],
    ['['.repeat(500_000), 'application/json', 400, 'invalid_json'],
    ['{"name":"\\u0000"}', 'application/json', 400, 'invalid_parameter'],
    ['{"name":"\\ud800"}', 'application/json', 400, 'invalid_parameter'],
  ];
  for (const [body, type, status, code] of table) {
    const answer = await post(body, type);
    const { error } = (await answer.json()) as { error: { code: string } };
    assert.deepEqual([answer.status, error.code], [status, code], String(body).slice(0, 40));
  }
});
