/**
 * Goal: a process killed at any point of an automatic top-up charges the card once and credits it once. Method: `kill -9` at labelled steps
 * of the job, the charge and its entry, while the payment service continues. After the next start the service resumes by itself, and
 * everything must exist once: at the payment service, in the ledger, and in the audit. On both databases.
 */
import assert from 'node:assert/strict';
import { waitFor } from '../../wait-for.ts';
import { killAtEachStep, KilledProgram, type KilledWorld } from './killed-program.ts';
import { startFakeStripe, stripeSecrets } from './services/fake-stripe.ts';

const steps = {
  'before the order is stored':
    'subjects/payments/cards/charge-cards.ts | return stores.autoTopUps.order(order, fall, span, auditEntry(context, automatic, note));',
  'before that the service is asked is noted':
    'subjects/payments/cards/charge-cards.ts | if (!(await stores.autoTopUps.begin(order.id, clock.nowMs())))',
  'when it is noted, before the service is asked':
    'subjects/payments/cards/charge-cards.ts | return means.charge(order, charge.ids);',
  'when the service has charged, before we know':
    'payments/stripe-saved.ts | return standingOf(intent);\n    },\n\n    async queryCharge',
  'when we know, before it is credited':
    'subjects/payments/cards/charge-cards.ts | await enterStanding(context, charged, standing);\n  return standing.kind;',
  'when it is credited, before calls know':
    'subjects/payments/orders/receive-payment.ts | await moneyIntoForce(context, credit.accountId, written.planMoved);',
  'when calls know, before the queue does': 'subjects/payments/cards/charge-cards.ts | return standing.kind;',
};

/** Steps that also depend on the transactions of the other engine. */
const onServers = [
  'before the order is stored',
  'when the service has charged, before we know',
  'when it is credited, before calls know',
];

/** The program with an account that has automatic top-up. */
async function start(env: Readonly<Record<string, string>>): Promise<KilledWorld> {
  const stripe = await startFakeStripe(() => Date.now());
  const program = await KilledProgram.start({ ...env, TOLLGATE_PAYMENT_URLS: `stripe=${stripe.url}` });
  const secrets = { secret_key: stripeSecrets.secretKey, webhook_secret: stripeSecrets.webhookSecret };
  await program.server.admin('PUT', '/payment-methods/stripe', { enabled: true, settings: {}, secrets });
  const accountId = await program.accountId();
  const path = `/api/console/accounts/${accountId}/auto-top-up`;
  const { body: card } = await program.owner.ask('POST', `${path}/card`);
  assert.equal((await fetch(`${String(card.url)}/done`)).status, 200);
  await program.owner.ask('POST', `${path}/card/check`);

  const set = async (enabled: boolean): Promise<void> => {
    const sums = { threshold: '20', amount: '100', monthly_maximum: '100000' };
    const { status, text } = await program.owner.ask('PATCH', path, { body: { enabled, ...sums } });
    assert.equal(status, 200, text);
  };
  const available = async (): Promise<number> => Number((await program.balance(accountId)).available);
  const openOrders = async (): Promise<number> => {
    const orders = await program.server.admin<{ data: readonly { state: string }[] }>('GET', `/orders?account_id=${accountId}`);
    return orders.data.filter(({ state }) => state === 'open').length;
  };
  return {
    program,
    /** Lets the balance fall and is killed at the step; afterwards the account must be topped up once. */
    async killedThere(next) {
      const charged = stripe.cards.intents.size;
      await set(false);
      const left = await available();
      if (left > 0) {
        const taken = { amount: (-left).toFixed(2), bucket: 'adjustment', reason: 'used' };
        await program.server.admin('POST', `/accounts/${accountId}/credits`, taken);
      }
      await program.killedDuring(() => set(true), next);
      await waitFor(async () => (await available()) === 100, { what: 'the account is topped up', everyMs: 200 });
      // The interrupted process checks it once more.
      await waitFor(async () => (await openOrders()) === 0, { what: 'nothing is open', everyMs: 100 });
      assert.equal(stripe.cards.intents.size, charged + 1, 'charged once');
      assert.equal(await available(), 100, 'credited once');
      await program.balances();
    },
    close: () => stripe.close(),
  };
}

killAtEachStep({
  what: 'automatic top-ups',
  promise: 'the card is charged once, and the account has it once',
  steps,
  onServers,
  start,
});
