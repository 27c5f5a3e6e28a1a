/**
 * Goal: the specified rules for invoices hold at the API, for every caller and any number of requests. Method: real HTTP on a real
 * database; the administrator credits money, and its usage is written like that of a closed hour.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { nanoPerCny } from '@tollgate/contract/money';
import { moveInvoice, voidReversals } from '../../../src/subjects/invoicing/invoice-moves.ts';
import { operator } from '../../../src/control/principal.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { memberStatement } from '../../../src/subjects/people/members-store.ts';
import type { Answer } from '../../admin/admin-bench.ts';
import { adminToken } from '../../admin/admin-bench.ts';
import { refusedAs } from '../../refused-as.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

const pdf = Buffer.from('%PDF-1.7\n%%EOF');
let bench: PeopleBench;
let owner: Asks;
let of: string;
let accountId: string;
let keys = 0;

before(async () => {
  bench = await startPeopleBench();
  // A Monday, in the time zone of the service, in a year with a calendar.
  bench.clock.advance(Math.max(0, Date.parse('2026-11-23T02:00:00Z') - bench.clock.nowMs()));
  owner = bench.person('founder');
  accountId = (await owner('GET', '/session')).body.accounts[0].id;
  of = `/accounts/${accountId}`;
  await admin('POST', `/accounts/${accountId}/credits`, { amount: '3000', bucket: 'paid', reason: 'test' });
});
after(() => bench.close());

const admin: Asks = (...asked) => bench.admin(...asked);

/** Sends a file unchanged. */
async function upload(path: string, file: Buffer, headers: Record<string, string>) {
  const answer = await fetch(`${bench.url}${path}`, {
    method: 'PUT',
    body: new Uint8Array(file),
    headers: { origin: new URL(bench.url).origin, ...headers },
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

let hour = 0;
async function use(cny: bigint): Promise<void> {
  hour += 1;
  const charge = cny * nanoPerCny;
  const query = sql`insert into ledger_entries (id, account_id, kind, bucket, amount, hour_start, day, reason, actor, created_at,
      credits_total, usage_total, trial_credits_total)
    select ${`use_${String(hour)}`}, account_id, 'usage', 'usage', ${-charge}, ${BigInt(hour)}, 20261122, 'use', 'system', 1, credits_total,
      usage_total + ${charge}, trial_credits_total
    from ledger_entries where account_id = ${accountId} order by seq desc limit 1`;
  await bench.engine.write([{ query: query.compile(compilerFor('sqlite')) }], []);
}

function request(body: object, key = `key-${String((keys += 1))}`): Promise<Answer> {
  return owner('POST', `${of}/invoices`, body, { 'idempotency-key': key });
}

const offer = async () => (await owner('GET', `${of}/invoices/invoiceable`)).body;

async function title(own: object = {}): Promise<string> {
  const body = { kind: 'individual', name: '张三', delivery: { email: 'zhang@example.com' }, ...own };
  const made = await owner('POST', `${of}/invoice-titles`, body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

test('an invoice is made from a cumulative 100 CNY of consumed paid money on, and not before', async () => {
  const titleId = await title();
  await use(100n);
  assert.equal((await offer()).invoiceable, '90.00', 'trial money of 10 was used first');
  const refused = await request({ type: 'electronic_ordinary', title_id: titleId });
  assert.equal(refused.status, 409);
  assert.deepEqual(
    [refused.body.error.reason, refused.body.error.params],
    ['too_little_to_invoice', { least: '100.00', amount: '90.00' }],
  );
  await use(400n);
  const lines = await offer();
  assert.deepEqual([lines.consumed, lines.issued, lines.requested, lines.invoiceable], ['490.0000', '0.00', '0.00', '490.00']);
  assert.deepEqual(lines.dates.review, { from: '2026-11-24', to: '2026-11-25', is_estimated: false });
  assert.deepEqual(lines.dates.issuance, { from: '2026-11-27', to: '2026-12-02', is_estimated: false });
  for (const [amount, status] of [
    ['99.99', 400],
    ['490.01', 409],
    ['100.001', 400],
  ] as const)
    assert.equal((await request({ type: 'electronic_ordinary', title_id: titleId, amount })).status, status, amount);
});

test('a request under one key is made once, at once and again, and other content under it is refused', async () => {
  const titleId = await title();
  const body = { type: 'electronic_ordinary', title_id: titleId, amount: '106' };
  assert.equal((await owner('POST', `${of}/invoices`, body)).status, 400, 'without a key');
  const all = await Promise.all(Array.from({ length: 50 }, () => request(body, 'once')));
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [201]);
  assert.equal(new Set(all.map(({ body: { id } }) => id)).size, 1);
  assert.equal((await request(body, 'once')).body.id, all[0]?.body.id);
  assert.equal((await request({ ...body, amount: '107' }, 'once')).status, 409);
  const { id, net, tax } = all[0]?.body ?? {};
  assert.deepEqual([net, tax], ['100.00', '6.00'], 'tax is included');
  assert.equal((await offer()).requested, '106.00');
  const notices = (await owner('GET', `${of}/notices`)).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'invoice_progress',
  );
  assert.equal(notices.length, 1);
  assert.equal((await owner('POST', `${of}/invoices/${String(id)}/withdraw`)).body.state, 'withdrawn');
  assert.equal((await offer()).requested, '0.00');
});

test('special invoices are for verified enterprises, whose name the title has; electronic ones are off until the operator offers them', async () => {
  const company = {
    kind: 'enterprise',
    name: '示例科技有限公司',
    tax_number: '91330106673959654p',
    address: '路 1',
    telephone: '0571',
  };
  const own = await title({ ...company, delivery: { consignee: '李', phone: '1', address: '路 1' } });
  const other = await title({ ...company, name: '别的公司', delivery: { consignee: '李', phone: '1', address: '路 1' } });
  const paper = { type: 'paper_special', title_id: own, amount: '100' };
  assert.match((await request(paper)).body.error.message, /need verification: upload its business licence/);
  assert.match((await request({ ...paper, title_id: await title() })).body.error.message, /for enterprises/);
  const begun = await owner('POST', `${of}/verification`, { name: '示例科技有限公司', tax_number: '91330106673959654P' });
  assert.equal(begun.status, 201, begun.text);
  const path = `/api/console${of}/verification/licence`;
  const as = { 'x-test-person': 'founder', 'content-type': 'application/pdf' };
  assert.equal((await upload(path, Buffer.from('<svg onload="x">'), as)).status, 400);
  assert.equal((await upload(path, Buffer.alloc(5 * 1024 * 1024 + 1), as)).status, 413);
  assert.equal((await upload(path, Buffer.from('{}'), { ...as, 'content-type': 'application/json' })).status, 415);
  assert.equal((await upload(path, pdf, as)).body.state, 'submitted');
  const licence = await bench.ask('GET', `/api/admin/verifications/${String(begun.body.id)}/licence`, undefined, {
    authorization: `Bearer ${adminToken}`,
  });
  assert.match(licence.headers.get('content-disposition') ?? '', /^attachment;/);
  assert.equal(licence.headers.get('x-content-type-options'), 'nosniff');
  assert.match(
    (await request(paper)).body.error.message,
    /need verification: wait for the decision/,
    'handed in is not approved',
  );
  assert.equal((await admin('POST', `/verifications/${String(begun.body.id)}/approve`)).body.state, 'approved');
  assert.equal((await admin('POST', `/verifications/${String(begun.body.id)}/approve`)).status, 409, 'once');
  assert.match((await request({ ...paper, title_id: other })).body.error.message, /must have the verified name/);
  const electronic = { ...paper, type: 'electronic_special', email: 'a@example.com' };
  assert.match((await request(electronic)).body.error.message, /must be one of the supported types: /);
  const made = await request(paper);
  assert.equal(made.status, 201, made.text);
  await admin('POST', `/invoices/${String(made.body.id)}/approve`);
  const file = await upload(`/api/admin/invoices/${String(made.body.id)}/files/pdf`, pdf, {
    authorization: `Bearer ${adminToken}`,
    'content-type': 'application/octet-stream',
  });
  assert.deepEqual([file.status, file.body.error.reason], [409, 'paper_invoice_has_no_file']);
  const number = '26312000000012345678';
  assert.equal((await admin('POST', `/invoices/${String(made.body.id)}/issue`, { number })).body.error.param, 'courier');
  const sent = { number, courier: '顺丰', tracking_number: 'SF1' };
  assert.equal((await admin('POST', `/invoices/${String(made.body.id)}/issue`, sent)).body.state, 'issued');
});

test('an issued invoice is reversed as a whole, a slip is void after 72 hours, and only then or when reversed it is over', async () => {
  const made = await request({ type: 'electronic_ordinary', title_id: await title(), amount: '120' });
  const path = `/invoices/${String(made.body.id)}`;
  const before = await offer();
  assert.equal((await admin('POST', `${path}/approve`)).body.state, 'approved');
  assert.equal((await owner('POST', `${of}${path}/withdraw`)).status, 409, 'what is approved is not withdrawn');
  const number = '26312000000012345679';
  assert.equal((await admin('POST', `${path}/issue`, { number })).body.error.reason, 'invoice_file_missing');
  const as = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/octet-stream' };
  assert.equal((await upload(`/api/admin${path}/files/xml`, pdf, as)).status, 400, 'it is no XML');
  assert.equal((await upload(`/api/admin${path}/files/pdf`, pdf, as)).status, 200);
  assert.equal((await owner('GET', `${of}${path}/files/pdf`)).status, 404, 'until it is issued');
  const twice = await admin('POST', `${path}/issue`, { number: '26312000000012345678' });
  assert.deepEqual([twice.status, twice.body.error.param], [400, 'number'], 'it is the number of the paper invoice above');
  assert.match(twice.body.error.message, /enter its own/);
  assert.equal((await admin('POST', `${path}/issue`, { number })).body.state, 'issued');
  const ask = () => owner('POST', `${of}${path}/reversal`, { reason: 'wrongly_issued' });
  assert.equal((await ask()).body.state, 'reversal_requested');
  const slip = { slip: '31200026110000012345' };
  assert.equal((await admin('POST', `${path}/reversal/confirm`, slip)).body.state, 'reversal_confirming');
  bench.clock.advance(72 * 3_600_000);
  const red = { red_number: '26312000000087654321' };
  assert.equal((await admin('POST', `${path}/reversal/complete`, red)).body.error.reason, 'reversal_slip_void');
  assert.equal(await voidReversals(bench.control, operator('system'), () => 'https://console.test'), 1);
  assert.equal(await voidReversals(bench.control, operator('system'), () => 'https://console.test'), 0);
  assert.equal((await owner('GET', `${of}${path}`)).body.state, 'issued');
  assert.equal((await offer()).invoiceable, before.invoiceable, 'it stays invoiced');
  await ask();
  await admin('POST', `${path}/reversal/confirm`, slip);
  const blue = await admin('POST', `${path}/reversal/complete`, { red_number: number });
  assert.deepEqual([blue.status, blue.body.error.param], [400, 'red_number'], 'the red-letter invoice has a number of its own');
  const all = await Promise.all(Array.from({ length: 20 }, () => admin('POST', `${path}/reversal/complete`, red)));
  assert.equal(all.filter(({ status }) => status === 200).length, 1, 'once');
  assert.equal(Number((await offer()).invoiceable) - Number(before.invoiceable), 120);
});

test('nothing more is done about a request that was withdrawn, and each refusal says what for', async () => {
  const made = await request({ type: 'electronic_ordinary', title_id: await title(), amount: '100' });
  const path = `/invoices/${String(made.body.id)}`;
  assert.equal((await owner('POST', `${of}${path}/withdraw`)).status, 200);
  const reason = 'wrongly_issued';
  for (const [act, body, named] of [
    ['review', undefined, 'invoice_not_reviewable'],
    ['approve', undefined, 'invoice_not_approvable'],
    ['reject', { reason }, 'invoice_not_rejectable'],
    ['issue', { number: '26312000000012345670' }, 'invoice_not_issuable'],
    ['reversal', { reason }, 'invoice_not_reversible'],
    ['reversal/confirm', { slip: '31200026110000012346' }, 'no_reversal_to_confirm'],
    ['reversal/refuse', { reason }, 'no_reversal_to_refuse'],
    ['reversal/complete', { red_number: '26312000000087654322' }, 'no_slip_to_use'],
  ] as const) {
    const refused = await admin('POST', `${path}/${act}`, body);
    assert.deepEqual([refused.status, refused.body.error?.reason], [409, named], refused.text);
    assert.deepEqual(refused.body.error.params, { state: 'withdrawn' });
  }
  assert.equal((await owner('POST', `${of}${path}/withdraw`)).body.error.reason, 'invoice_not_withdrawable');
  const as = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/octet-stream' };
  const file = await upload(`/api/admin${path}/files/pdf`, pdf, as);
  assert.deepEqual([file.status, file.body.error.reason], [409, 'invoice_takes_no_file']);
  const move = { which: { id: String(made.body.id) }, act: { move: 'void_reversal' } } as const;
  const voided = moveInvoice(bench.control, operator('system'), move, () => 'https://console.test');
  await assert.rejects(voided, refusedAs('no_slip_to_void', { state: 'withdrawn' }));
});

test('a step that someone else takes meanwhile is not taken again', async () => {
  const made = await request({ type: 'electronic_ordinary', title_id: await title(), amount: '100' });
  const { control } = bench;
  const invoices = { ...control.stores.invoicing.invoices, move: () => Promise.resolve('not_moved' as const) };
  const context = { ...control, stores: { ...control.stores, invoicing: { ...control.stores.invoicing, invoices } } };
  const move = { which: { id: String(made.body.id) }, act: { move: 'review' } } as const;
  const moved = moveInvoice(context, operator('one@example.com'), move, () => 'https://console.test');
  await assert.rejects(moved, refusedAs('invoice_just_changed'));
  assert.equal((await owner('POST', `${of}/invoices/${String(made.body.id)}/withdraw`)).status, 200);
});

test('the queue is oldest first with the working days left, and a calendar that is missing makes dates estimated', async () => {
  const { data } = (await admin('GET', '/invoices?state=all')).body;
  assert.ok(data.length >= 3);
  const made = await request({ type: 'electronic_ordinary', title_id: await title(), amount: '100' });
  const open = (await admin('GET', '/invoices')).body.data;
  assert.deepEqual(
    open.map(({ id, working_days_left: left }: { id: string; working_days_left: number }) => [id, left]),
    [[made.body.id, 2]],
  );
  bench.clock.advance(Date.parse('2026-12-31T02:00:00Z') - bench.clock.nowMs());
  assert.ok((await admin('GET', '/invoices')).body.data[0].working_days_left < -10, 'overdue');
  assert.deepEqual((await admin('GET', '/working-years')).body.missing, [2027]);
  assert.equal((await offer()).dates.review.is_estimated, true);
  const year = { off: ['2027-01-01'], on: [], source: 'test' };
  assert.equal((await admin('PUT', '/working-years/2027', { ...year, on: ['2027-01-04'] })).status, 400);
  assert.equal((await admin('PUT', '/working-years/2027', year)).status, 200);
  assert.deepEqual((await offer()).dates.review, { from: '2027-01-04', to: '2027-01-05', is_estimated: false });
});

test('members without a right to money and other accounts learn nothing of it', async () => {
  const developer = bench.person('developer');
  const member = { accountId, userId: 'developer', role: 'developer' as const, subAccountId: null, createdAtMs: 1 };
  await bench.engine.write([memberStatement(bench.engine, member)], []);
  for (const path of ['/invoices', '/invoices/invoiceable', '/invoice-titles', '/verification', '/verification/licence'])
    assert.equal((await developer('GET', `${of}${path}`)).status, 403, path);
  const stranger = bench.person('stranger');
  const theirs = String((await stranger('GET', '/session')).body.accounts[0].id);
  assert.equal((await stranger('GET', `${of}/invoices`)).status, 404);
  await use(500n);
  const { id } = (await request({ type: 'electronic_ordinary', title_id: await title(), amount: '100' })).body;
  const search = `invoices?search=${String(id)}`;
  assert.equal((await owner('GET', `${of}/${search}`)).body.data.length, 1);
  assert.deepEqual((await stranger('GET', `/accounts/${theirs}/${search}`)).body.data, [], 'by its exact id');
  await owner('POST', `${of}/invoices/${String(id)}/withdraw`);
});

test('an electronic invoice goes to the registered address unless the title or the request names another', async () => {
  const registered = (await owner('GET', of)).body.email;
  assert.equal((await offer()).email, registered);
  for (const [own, named, sentTo] of [
    [{ delivery: {} }, {}, registered],
    [{}, {}, 'zhang@example.com'],
    [{}, { email: 'other@example.com' }, 'other@example.com'],
  ] as const) {
    const made = await request({ type: 'electronic_ordinary', title_id: await title(own), amount: '100', ...named });
    assert.equal(made.body.delivery?.email, sentTo, made.text);
    await owner('POST', `${of}/invoices/${String(made.body.id)}/withdraw`);
  }
});
