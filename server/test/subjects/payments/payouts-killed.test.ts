/**
 * Goal: a process killed at any point of a payout takes no money twice and loses none. Method: `kill -9` at labelled steps of the request,
 * the approval and the refund, while the payment service continues. Then the request is repeated, and everything must exist once: in the
 * ledger, at the service, and in the audit. On both databases.
 */
import assert from 'node:assert/strict';
import { waitFor } from '../../wait-for.ts';
import { killAtEachStep, KilledProgram, type KilledWorld } from './killed-program.ts';
import { alipayIds, startFakeAlipay } from './services/fake-alipay.ts';
import { pem } from './services/fake-service.ts';

const steps = {
  'before a request is stored': 'subjects/payments/payouts/payouts.ts | if (await payouts.request(payout, step',
  'when a request is stored': 'subjects/payments/payouts/payouts.ts | return made;',
  'before the money leaves':
    'subjects/payments/payouts/payout-approval.ts | if (!(await context.stores.payouts.leave(leaving, news))) return false;',
  'when it has left, before calls know':
    'subjects/payments/payouts/payout-approval.ts | await moneyIntoForce(context, accountId, false);',
  'before the service is asked': 'subjects/payments/payouts/send-refunds.ts | standing = await knownOf(method, payment, part);',
  'when the service has given back, before it is noted':
    'subjects/payments/payouts/send-refunds.ts | await enterStanding(context, question, standing);',
  'when that is noted, before the queue knows': 'subjects/payments/payouts/send-refunds.ts | return standing.kind;',
};

/** Steps that also depend on the transactions of the other engine. */
const onServers = [
  'before the money leaves',
  'when it has left, before calls know',
  'when the service has given back, before it is noted',
];

/** The program with an owner who pays through a service that continues. */
async function start(env: Readonly<Record<string, string>>): Promise<KilledWorld> {
  const alipay = await startFakeAlipay();
  const program = await KilledProgram.start({ ...env, TOLLGATE_PAYMENT_URLS: `alipay=${alipay.url}` });
  await program.server.admin('PUT', '/payment-methods/alipay', {
    enabled: true,
    settings: { app_id: alipayIds.appId, seller_id: alipayIds.sellerId },
    secrets: { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) },
  });
  const accountId = await program.accountId();
  const path = `/api/console/accounts/${accountId}`;
  let paid = 0;

  const pay = async (): Promise<string> => {
    paid += 1;
    const headers = { 'idempotency-key': `pay-${String(paid)}` };
    const body = { amount: '10.00', method: 'alipay' };
    const made = await program.owner.ask('POST', `${path}/orders`, { body, headers });
    const report = await fetch(`${program.server.url}/api/callbacks/alipay`, {
      method: 'POST',
      body: alipay.report({ id: String(made.body.id), amount: '10.00' }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(report.status, 200);
    return String(made.body.id);
  };
  /** Repeats the request with the same key until it succeeds, as an interrupted client does. */
  const goOn = async (): Promise<void> => {
    const headers = { 'idempotency-key': `return-${String(paid)}` };
    const asked = await program.owner.ask('POST', `${path}/payouts`, { body: { amount: '10.00' }, headers });
    assert.equal(asked.status, 201, asked.text);
    const id = String(asked.body.id);
    const state = async (): Promise<string> => (await program.server.admin<{ state: string }>('GET', `/payouts/${id}`)).state;
    if ((await state()) === 'requested') await program.server.admin('POST', `/payouts/${id}/approve`, {});
    await waitFor(async () => (await state()) === 'confirmed', { what: 'the money is back', everyMs: 50 });
  };
  return {
    program,
    /** Pays, requests a refund, and is killed at that step; afterwards the money must be refunded once. */
    async killedThere(next) {
      const { credits } = await program.balance(accountId);
      const orderId = await pay();
      await program.killedDuring(() => assert.rejects(goOn(), 'it is cut off'), next);
      await goOn();
      assert.deepEqual([...(alipay.orders.get(orderId)?.refunds.values() ?? [])], ['10.00']);
      assert.equal((await program.balance(accountId)).credits, credits, 'paid once, returned once');
      await program.balances();
    },
    close: () => alipay.close(),
  };
}

killAtEachStep({
  what: 'returns',
  promise: 'the money has gone back once, and nothing is missing',
  steps,
  onServers,
  start,
});
