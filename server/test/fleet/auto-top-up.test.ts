/**
 * Goal: of two nodes that see the same drop of a balance, one creates the order, and the card is charged and credited once. Method: two
 * nodes on PostgreSQL and Redis, with job and queues, and 25 additional concurrent runs on each.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { patchAutoTopUp } from '../../src/subjects/payments/cards/auto-top-ups.ts';
import { chargeOrder, orderAutomatically } from '../../src/subjects/payments/cards/charge-cards.ts';
import { operator } from '../../src/control/principal.ts';
import { beginSaving, collectSavedCards } from '../../src/subjects/payments/cards/saved-cards.ts';
import type { Service } from '../../src/service/service.ts';
import { startFakeStripe, stripeSecrets, type FakeStripe } from '../subjects/payments/services/fake-stripe.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { FleetServers } from './fleet-servers.ts';
import { adminOf } from './two-nodes.ts';

const rounds = 5;
const runsPerNode = 25;
const owner = operator('owner');

withServer(postgres, 'automatic top-up', () => {
  withServer(redis, 'of two nodes', () => {
    let servers: FleetServers;
    let stripe: FakeStripe;
    let nodes: readonly [Service, Service];
    let accountId: string;

    before(async () => {
      [servers, stripe] = await Promise.all([FleetServers.start(), startFakeStripe(() => Date.now())]);
      const fleet = { ...(await servers.newFleet()), TOLLGATE_PAYMENT_URLS: `stripe=${stripe.url}` };
      nodes = [await servers.service(fleet), await servers.service(fleet)];
      const secrets = { secret_key: stripeSecrets.secretKey, webhook_secret: stripeSecrets.webhookSecret };
      await adminOf(nodes[0], 'PUT', '/payment-methods/stripe', { enabled: true, settings: {}, secrets });
      ({ id: accountId } = await adminOf<{ id: string }>(nodes[0], 'POST', '/accounts', { name: 'A', trial_credit: false }));
      const { control } = nodes[0];
      assert.equal((await fetch(`${await beginSaving(control, owner, accountId)}/done`)).status, 200);
      assert.equal(await collectSavedCards(control, owner, accountId), 1);
    });
    after(async () => {
      await stripe.close();
      await servers.end();
    });

    const onBoth = <Answer>(run: (node: Service) => Promise<Answer>): Promise<readonly Answer[]> =>
      Promise.all(nodes.flatMap((node) => Array.from({ length: runsPerNode }, () => run(node))));
    const credits = async (): Promise<number> =>
      Number((await adminOf<{ balance: { credits: string } }>(nodes[1], 'GET', `/accounts/${accountId}`)).balance.credits);

    it('one drop causes one charge and one credit, and the monthly maximum holds, whatever both nodes do concurrently', async () => {
      const sums = { threshold: '20', amount: '100', monthly_maximum: String(100 * (rounds - 1)) };
      await patchAutoTopUp(nodes[0].control, owner, accountId, { enabled: true, ...sums });
      for (let round = 1; round <= rounds; round += 1) {
        await onBoth(({ control }) => orderAutomatically(control));
        const orders = await nodes[1].control.stores.orders.list({ accountId }, { limit: 100, after: null });
        const charged = Math.min(round, rounds - 1);
        assert.equal(orders.length, charged, 'one order per fall, up to the maximum');
        const [{ id } = { id: '' }] = orders;
        // Concurrent requests query the service; the idempotency key ensures a single charge.
        await onBoth(({ control }) => chargeOrder(control, { id }).catch(() => 'again'));
        await chargeOrder(nodes[0].control, { id });
        assert.deepEqual([stripe.cards.intents.size, await credits()], [charged, round < rounds ? 100 : 0]);
        const left = await credits();
        if (left > 0) {
          const taken = { amount: (-left).toFixed(2), reason: 'used', bucket: 'adjustment' };
          await adminOf(nodes[round % 2] ?? nodes[0], 'POST', `/accounts/${accountId}/credits`, taken);
        }
      }
      const audit = await adminOf<{ ok: boolean; difference: string }>(nodes[0], 'POST', '/audit');
      assert.deepEqual([audit.ok, audit.difference], [true, '0']);
    });
  });
});
