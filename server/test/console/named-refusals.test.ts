/**
 * Goal: refusals that no other test reaches have their names. Method: the APIs over HTTP; each line is a sequence of requests and the name
 * of the expected refusal.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { requireIsolationKnown } from '../../src/subjects/catalogue/providers/own-upstreams.ts';
import { requireCardsKnown } from '../../src/subjects/catalogue/prices/price-changes.ts';
import { refusedAs as asNamed } from '../refused-as.ts';
import { made, refusedAs } from './answers.ts';
import { startPeopleBench, type Asks, type PeopleBench } from './people-bench.ts';

let bench: PeopleBench;
let owner: Asks;
let of: string;

before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('founder');
  of = `/accounts/${String((await owner('GET', '/session')).body.accounts[0].id)}`;
});
after(() => bench.close());

const admin: Asks = (...asked) => bench.admin(...asked);

test('addresses and methods that are not there', async () => {
  await refusedAs('other_methods', admin('DELETE', '/accounts'));
  await refusedAs('no_admin_address', admin('GET', '/nothing'));
  await refusedAs('no_console_address', owner('GET', '/nothing'));
  await refusedAs('no_own_logo', owner('GET', '/site/logo'));
});

test('requests in an impossible form', async () => {
  const titleId = await made(owner('POST', `${of}/invoice-titles`, { kind: 'individual', name: '张三' }));
  const invoice = { type: 'electronic_ordinary', title_id: titleId, email: 'a@example.com' };
  await refusedAs('idempotency_key_wrong', owner('POST', `${of}/invoices`, invoice, { 'idempotency-key': 'two words' }));
  await refusedAs('older_calls_in_usage', owner('GET', `${of}/calls?from=2020-01-01`));
  await refusedAs('looks_need_operator', admin('POST', `${of}/impersonation`));
});

test('a deleted object accepts nothing any more', async () => {
  const part = await made(owner('POST', `${of}/sub-accounts`, { name: 'Part' }));
  assert.equal((await admin('DELETE', `/sub-accounts/${part}`)).status, 200);
  await refusedAs('sub_account_deleted', admin('PATCH', `/sub-accounts/${part}`, { name: 'Else' }));
  const invited = { email: 'new@example.com', role: 'developer', sub_account_id: part };
  await refusedAs('sub_account_takes_no_members', owner('POST', `${of}/invitations`, invited));
});

test('a request of a kind is under way once, moves from where it is, and ends once', async () => {
  const ask = () => owner('POST', `${of}/service-requests`, { kind: 'dedicated', contact: 'Ann', details: 'All models.' });
  const id = await made(ask());
  await refusedAs('request_under_way', ask());
  const withdraw = () => owner('POST', `${of}/service-requests/${id}/withdraw`);
  assert.equal((await withdraw()).status, 200);
  await refusedAs('request_ended', withdraw());
});

test('maintenance keeps its times once it has begun', async () => {
  const nowMs = bench.clock.nowMs();
  const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
  const words = { zh: '维护', en: 'Maintenance' };
  const hourMs = 3_600_000;
  const span = { from: iso(nowMs + hourMs), until: iso(nowMs + 3 * hourMs) };
  const body = { kind: 'maintenance', title: words, text: words, maintenance: span, mail: false, pinned: false };
  const answer = await admin('POST', '/announcements', body);
  const id = await made(Promise.resolve(answer));
  await refusedAs('no_maintenance_runs', admin('POST', `/announcements/${id}/end-maintenance`));
  bench.clock.advance(2 * hourMs);
  await refusedAs(
    'maintenance_start_passed',
    admin('PUT', `/announcements/${id}`, { ...body, maintenance: { ...span, from: iso(nowMs + 1.5 * hourMs) } }),
  );
  const { maintenance: _none, ...without } = body;
  await refusedAs('maintenance_begun', admin('PUT', `/announcements/${id}`, without));
  bench.clock.advance(2 * hourMs);
  await refusedAs(
    'maintenance_over',
    admin('PUT', `/announcements/${id}`, { ...body, maintenance: { ...span, until: iso(nowMs + 9 * hourMs) } }),
  );
  assert.equal((await admin('POST', `/announcements/${id}/withdraw`)).status, 200);
  await refusedAs('announcement_withdrawn', admin('PUT', `/announcements/${id}`, body));
});

test('operator actions that are repeated or come at the wrong time', async () => {
  assert.equal((await admin('PATCH', '/site-settings', { trial_credit: '0' })).status, 200);
  await refusedAs('trial_credit_off', admin('POST', `${of}/trial-credit`));
  const name = 'refused/model';
  const price = { input: '1', output: '2' };
  assert.equal((await admin('PUT', `/models/${name}`, { kind: 'chat', price, aliases: ['refused/alias'] })).status, 200);
  await refusedAs('alias_of_other_model', admin('PUT', '/models/refused/alias', { kind: 'chat', price }));
  await refusedAs('no_own_price', admin('DELETE', `${of}/prices/${name}`));
});

test('a change that an older node would misread waits, and the node is named', async () => {
  const nodes = ['node-1'];
  const context = { stores: { catalog: { nodesWithout: () => Promise.resolve(nodes) } } } as never;
  await assert.rejects(requireIsolationKnown(context, true), asNamed('own_upstreams_need_upgrade', { nodes }));
  const priced = { card: {} } as never;
  await assert.rejects(requireCardsKnown(context, [priced]), asNamed('rates_need_upgrade', { nodes }));
  await requireCardsKnown(context, []);
});
