/**
 * Goal: offered contracts, and contracts of a request, are exchanged between operator and customer as files that nobody else sees and that
 * a browser never displays; the other side is notified of each upload. Method: real HTTP on a real database, files in a folder.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { contractsMax } from '@tollgate/contract/requests/service-requests';
import { memberStatement } from '../../../src/subjects/people/members-store.ts';
import { HeardAlarms } from '../../heard-alarms.ts';
import { adminToken, type Answer } from '../../admin/admin-bench.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
let bench: PeopleBench;
let owner: Asks;
let of: string;
let accountId: string;

before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('founder');
  accountId = (await owner('GET', '/session')).body.accounts[0].id;
  of = `/accounts/${accountId}`;
});
after(() => bench.close());

const asOperator = { authorization: `Bearer ${adminToken}` };
const admin = (method: string, path: string, body?: unknown): Promise<Answer> =>
  bench.ask(method, `/api/admin${path}`, body, asOperator);

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly file: Buffer;
  readonly headers: Record<string, string>;
}

/** Sends a file unchanged. */
async function send({ method = 'POST', path, file, headers }: Sent) {
  const answer = await fetch(`${bench.url}${path}`, {
    method,
    body: new Uint8Array(file),
    headers: { origin: new URL(bench.url).origin, 'content-type': 'application/pdf', ...headers },
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const asMember = (name = 'founder') => ({ 'x-test-person': name });
const fetched = (path: string, headers: Record<string, string>) => fetch(`${bench.url}${path}`, { headers });

test('contracts are offered, replaced and withdrawn by operators, and downloaded by every signed-in person', async () => {
  const about = new URLSearchParams({ kind: 'dedicated', locale: 'zh', title: '专属通道服务协议', version_on: '2026-11-01' });
  const path = `/api/admin/contract-documents?${about.toString()}`;
  const made = await send({ path, file: pdf('first edition'), headers: asOperator });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const listed = await owner('GET', '/contract-documents');
  assert.deepEqual(listed.body.data, [
    {
      id: made.body.id,
      kind: 'dedicated',
      locale: 'zh',
      title: '专属通道服务协议',
      version_on: '2026-11-01',
      bytes: pdf('first edition').length,
    },
  ]);
  const place = `/api/console/contract-documents/${String(made.body.id)}/file`;
  const first = await fetched(place, asMember());
  assert.deepEqual(Buffer.from(await first.arrayBuffer()), pdf('first edition'));
  assert.match(first.headers.get('content-disposition') ?? '', /^attachment; filename="contract-dedicated-zh-2026-11-01\.pdf"$/);
  assert.equal(first.headers.get('x-content-type-options'), 'nosniff');
  assert.match(first.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.equal((await fetched(place, {})).status, 401, 'not for everybody on the net');
  const other = {
    path: `/api/admin/contract-documents/${String(made.body.id)}?title=v2&version_on=2026-12-01`,
    headers: asOperator,
  };
  assert.equal((await send({ ...other, method: 'PUT', file: pdf('second edition') })).body.version_on, '2026-12-01');
  assert.deepEqual(Buffer.from(await (await fetched(place, asMember())).arrayBuffer()), pdf('second edition'));
  for (const [file, param] of [
    [Buffer.from('<html>'), 'contract'],
    [Buffer.from('%PDF-1.7 cut off'), 'contract'],
  ] as const) {
    const refused = await send({ path, file, headers: asOperator });
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
    assert.match(refused.body.error.message, /must be a whole PDF.*Save it as PDF/);
  }
  const large = await send({ path, file: Buffer.concat([pdf(''), Buffer.alloc(5 * 1024 ** 2)]), headers: asOperator });
  assert.deepEqual([large.status, large.body.error.param], [413, 'contract']);
  assert.deepEqual([large.body.error.reason, large.body.error.params], ['file_too_large', { field: 'contract', max_mb: 5 }]);
  assert.equal((await admin('DELETE', `/contract-documents/${String(made.body.id)}`)).status, 200);
  assert.equal((await fetched(place, asMember())).status, 404);
  assert.deepEqual((await owner('GET', '/contract-documents')).body.data, []);
});

test('at most ten are offered of a kind, however many come at once', async () => {
  const path = '/api/admin/contract-documents?kind=deployment&locale=en&title=Agreement&version_on=2026-11-01';
  const all = [];
  for (let round = 0; round < 8; round += 1)
    all.push(...(await Promise.all(Array.from({ length: 2 }, () => send({ path, file: pdf('x'), headers: asOperator })))));
  assert.deepEqual(
    [all.filter(({ status }) => status === 201).length, all.filter(({ status }) => status === 409).length],
    [10, 6],
  );
});

interface Named {
  readonly id: string;
  readonly contractId: string;
  /** Where the account uploads its contract. */
  readonly own: string;
}

/** Neither other accounts nor members without the right have access. */
async function nobodyElse({ id, contractId, own }: Named): Promise<void> {
  const stranger = bench.person('stranger');
  const theirs = (await stranger('GET', '/session')).body.accounts[0].id as string;
  for (const account of [accountId, theirs]) {
    const base = `/api/console/accounts/${account}/service-requests/${id}/contracts`;
    assert.equal((await fetched(`${base}/${contractId}`, asMember('stranger'))).status, 404);
    assert.equal((await send({ path: base, file: pdf('x'), headers: asMember('stranger') })).status, 404);
  }
  const member = { accountId, userId: 'developer', role: 'developer' as const, subAccountId: null, createdAtMs: 1 };
  bench.person('developer');
  await bench.engine.write([memberStatement(bench.engine, member)], []);
  assert.equal((await send({ path: own, file: pdf('x'), headers: asMember('developer') })).status, 403, 'owners and admins sign');
  assert.equal((await send({ path: own, file: Buffer.from('GIF89a'), headers: asMember() })).body.error.param, 'contract');
}

function sealedAtRest(): void {
  for (const file of readdirSync(join(bench.folder, 'objects'), { recursive: true, withFileTypes: true }))
    if (file.isFile()) assert.ok(!readFileSync(join(file.parentPath, file.name)).includes('signed'), file.name);
}

test('the contract of a request goes there and back; both sides have both, and nobody else any', async () => {
  await admin('PATCH', '/site-settings', { sales_email: 'sales@example.net' });
  const asked = { kind: 'dedicated', contact: '李雷 13800000000', details: 'fast' };
  const request = (await owner('POST', `${of}/service-requests`, asked)).body as { id: string; contracts: unknown[] };
  assert.deepEqual(request.contracts, []);
  const own = `/api/console${of}/service-requests/${request.id}/contracts`;
  const operators = `/api/admin/service-requests/${request.id}/contracts`;
  const offered = await send({ path: operators, file: pdf('to be signed'), headers: asOperator });
  assert.equal(offered.status, 201, JSON.stringify(offered.body));
  const notices = (await owner('GET', `${of}/notices`)).body.data as readonly { kind: string; link: string }[];
  assert.deepEqual([notices[0]?.kind, notices[0]?.link], ['request_contract', '/dedicated']);
  bench.clock.advance(1000);
  const signed = await send({ path: own, file: pdf('signed'), headers: asMember() });
  assert.equal(signed.status, 201, JSON.stringify(signed.body));
  const contracts = signed.body.contracts as readonly { id: string; side: string; uploaded_by: string }[];
  assert.deepEqual(
    contracts.map(({ side, uploaded_by: by }) => [side, by]),
    [
      ['operator', 'operator'],
      ['account', 'founder@example.com'],
    ],
  );
  const mails = (await admin('GET', '/mails')).body.data as readonly { recipient: string; template: string }[];
  assert.ok(mails.some(({ recipient, template }) => recipient === 'sales@example.net' && template === 'contract-signed'));
  const { alarms } = bench.control;
  assert.ok(alarms instanceof HeardAlarms);
  assert.deepEqual(
    alarms.raised.filter(({ kind }) => kind === 'contract_signed').map(({ subject }) => subject),
    [request.id],
  );
  for (const [at, { id }] of contracts.entries())
    for (const answer of [await fetched(`${own}/${id}`, asMember()), await fetched(`${operators}/${id}`, asOperator)]) {
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), pdf(at === 0 ? 'to be signed' : 'signed'));
      assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
    }
  await nobodyElse({ id: request.id, contractId: contracts[0]?.id ?? '', own });
  const audit = (await admin('GET', '/audit-log?limit=50')).text;
  assert.ok(audit.includes('service-request.contract') && audit.includes('sha256'), audit.slice(0, 500));
  sealedAtRest();
  const sent = [];
  for (let round = 0; round < contractsMax; round += 1)
    sent.push(await send({ path: operators, file: pdf(`edition ${String(round)}`), headers: asOperator }));
  assert.deepEqual(
    sent.map(({ body }) => body.error?.reason),
    [...Array.from({ length: contractsMax - 1 }), 'contracts_of_request_full'],
  );
  await owner('POST', `${of}/service-requests/${request.id}/withdraw`);
  const late = await send({ path: own, file: pdf('late'), headers: asMember() });
  assert.equal(late.status, 409);
  assert.equal(late.body.error.reason, 'ended_request_takes_no_contract');
});
