/**
 * Goal: a request that is overtaken by another one, or comes too late, gets a refusal with the right name. Method: the APIs over HTTP if
 * two consecutive requests provoke it. Otherwise control functions on a real database, with one method that responds as if another node had
 * been faster.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { nanoPerCny } from '@tollgate/contract/money';
import { patchAutoTopUp } from '../../src/subjects/payments/cards/auto-top-ups.ts';
import { auditEntry, type ControlContext } from '../../src/control/control-context.ts';
import { addCredit } from '../../src/subjects/ledger/credits.ts';
import { draftOrder, orderNote } from '../../src/subjects/payments/orders/orders.ts';
import { operator } from '../../src/control/principal.ts';
import { decideVerification, uploadLicence, withdrawVerification } from '../../src/subjects/invoicing/verifications.ts';
import type { AdmitRefusal } from '../../src/domain/limits/coordination.ts';
import { createExportWriters } from '../../src/service/exports/export-writers.ts';
import { refusedAs as asNamed } from '../refused-as.ts';
import { verifiedAs } from '../subjects/invoicing/invoice-table.ts';
import { refusedAs } from './answers.ts';
import { startPeopleBench, type Asks, type PeopleBench } from './people-bench.ts';

const one = operator('one@example.com');
let bench: PeopleBench;
let owner: Asks;
let accountId: string;
let of: string;

before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('founder');
  accountId = (await owner('GET', '/session')).body.accounts[0].id;
  of = `/accounts/${accountId}`;
  assert.equal((await admin('POST', `${of}/credits`, { amount: '100', bucket: 'paid', reason: 'test' })).status, 201);
});
after(() => bench.close());

const admin: Asks = (...asked) => bench.admin(...asked);

/** Control with a store that writes nothing, as if another node had been faster. */
function overtaken(own: { readonly [Name in keyof ControlContext['stores']]?: object }): ControlContext {
  const { control } = bench;
  const stores = Object.entries(own).map(([name, store]) => [name, { ...control.stores[name as keyof typeof own], ...store }]);
  return { ...control, stores: { ...control.stores, ...Object.fromEntries(stores) } };
}

async function ordered(purpose: 'top_up' | 'auto' | 'check'): Promise<string> {
  const { control } = bench;
  const of = purpose === 'check' ? null : accountId;
  const order = draftOrder(control, one, { accountId: of, method: 'bank', purpose, amountFen: 100n });
  await control.stores.orders.create(order, null, auditEntry(control, one, orderNote(order, 'order.create')));
  return order.id;
}

test('an order that is over, charges itself, or tries nothing', async () => {
  const settings = { payee: 'a', account: 'b', bank: 'c' };
  assert.equal((await admin('PUT', '/payment-methods/bank', { enabled: true, settings, secrets: {} })).status, 200);
  await refusedAs('bank_is_not_tried', admin('POST', '/payment-methods/bank/try'));
  const topUp = await ordered('top_up');
  await refusedAs('order_is_no_trial', admin('POST', `/orders/${topUp}/return-trial`));
  await refusedAs('trial_not_paid', admin('POST', `/orders/${await ordered('check')}/return-trial`));
  await refusedAs('order_pays_itself', owner('POST', `${of}/orders/${await ordered('auto')}/prepare`));
  bench.clock.advance(30 * 86_400_000);
  await refusedAs('order_over', owner('POST', `${of}/orders/${topUp}/prepare`));
});

test('a code that has expired, and any while the account is being closed', async () => {
  const expires = Temporal.Instant.fromEpochMilliseconds(bench.clock.nowMs() + 3_600_000).toString();
  const batch = { name: 'Late', amount: '1', count: 1, sold: false, expires_at: expires };
  const [code] = (await admin('POST', '/code-batches', batch)).body.codes;
  bench.clock.advance(2 * 3_600_000);
  const redeem = (who: Asks, path: string) =>
    who('POST', `${path}/redemptions`, { code }, { 'idempotency-key': crypto.randomUUID() });
  await refusedAs('code_expired', redeem(owner, of));
  const leaver = bench.person('leaver');
  const leaving = `/accounts/${String((await leaver('GET', '/session')).body.accounts[0].id)}`;
  const closing = await admin('POST', `${leaving}/closing`, { reason: 'asked for by letter' });
  assert.ok(closing.status < 300, closing.text);
  await refusedAs('closing_account_redeems_nothing', redeem(leaver, leaving));
});

test('money that calls have spent or are about to spend is not deducted', async () => {
  const take = (bucket: 'payout' | 'adjustment', own: object) => {
    const { coordination } = bench.control;
    const figures: typeof coordination.figures = (...asked) => coordination.figures(...asked);
    const context = { ...bench.control, coordination: { figures, ...own } as unknown as typeof coordination };
    return addCredit(context, one, { accountId, request: { bucket, amount: '-50', reason: 'test' }, idempotencyKey: null });
  };
  const refusing = (refusal: AdmitRefusal) => ({ admit: () => Promise.resolve({ admitted: false, refusal, rate: null }) });
  const figures = () => Promise.resolve([{ used: 100n * nanoPerCny, held: 0n }]);
  await assert.rejects(take('adjustment', { figures }), asNamed('paid_money_used_up', { amount: '10.0000' }));
  await assert.rejects(take('payout', refusing({ reason: 'held' })), asNamed('pay_out_overtaken'));
  await assert.rejects(take('payout', refusing({ reason: 'unavailable' })), asNamed('running_calls_uncertain'));
  await assert.rejects(take('payout', refusing({ reason: 'stale', revision: 1 })), asNamed('account_being_changed'));
});

test('automatic top-up that another node has just changed', async () => {
  const context = overtaken({ autoTopUps: { put: () => Promise.resolve(false) } });
  await assert.rejects(patchAutoTopUp(context, one, accountId, { amount: '100' }), asNamed('auto_top_up_changed'));
});

test('a verification is under way once, and is handed in and decided once', async () => {
  const begin = () => owner('POST', `${of}/verification`, { name: verifiedAs.name, tax_number: verifiedAs.taxNumber });
  const made = await begin();
  assert.ok(made.status < 300, made.text);
  await refusedAs('verification_under_way', begin());
  const { verifications } = bench.control.stores.invoicing;
  const invoicing = { verifications: { ...verifications, move: () => Promise.resolve(false) } };
  const context = overtaken({ invoicing });
  const bytes = Buffer.from('%PDF-1.7\n%%EOF');
  await assert.rejects(uploadLicence(context, one, { accountId, bytes }), asNamed('licence_just_uploaded'));
  await assert.rejects(withdrawVerification(context, one, accountId), asNamed('verification_just_decided'));
  const { id } = await uploadLicence(bench.control, one, { accountId, bytes });
  await assert.rejects(decideVerification(context, one, { id, reason: null }), asNamed('verification_just_decided'));
});

test('a step of a request is taken once', async () => {
  const asked = await owner('POST', `${of}/service-requests`, { kind: 'dedicated', contact: 'Ann', details: 'All models.' });
  const [from, stage] = asked.body.stage === 'contact' ? ['contact', 'assessment'] : [asked.body.stage, 'declined'];
  const step = () => admin('POST', `/service-requests/${String(asked.body.id)}/step`, { from, stage });
  const stepped = await step();
  assert.ok(stepped.status < 300, stepped.text);
  await refusedAs('request_at_other_stage', step());
});

test('one export of an account is written at a time', async () => {
  const writers = createExportWriters({ kind: 'sqlite', folder: bench.folder }, bench.clock);
  const begun = { accountId, order: {} as never };
  const { release } = writers.begin(begun);
  assert.throws(() => writers.begin(begun), asNamed('export_writer_busy'));
  release();
  writers.begin(begun).release();
});
