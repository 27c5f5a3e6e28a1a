/** Goal: maintenance that is announced or ended on one node applies on every node from the response on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { chat } from '../scripted-upstream/behaviours.ts';
import { adminOf, question, TwoNodes } from './two-nodes.ts';

const words = { title: { zh: '维护', en: 'Maintenance' }, text: { zh: '升级。', en: 'An upgrade.' } };

withServer(postgres, 'maintenance announced at one of two nodes', () => {
  withServer(redis, 'holds at both from its answer on', () => {
    let two: TwoNodes;
    before(async () => {
      two = await TwoNodes.start();
      two.upstream.otherwise(chat());
    });
    after(() => two.end());

    test('and so does its early end, whichever node ends it; nothing is charged in between', async () => {
      const { key } = await two.newKey();
      const call = async (node: 0 | 1): Promise<number> => {
        const { status, body } = await fetch(`http://127.0.0.1:${String(two.nodes[node].port)}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(question),
        });
        await body?.cancel();
        return status;
      };
      const chargeOf = async (): Promise<string> => {
        await two.expectSettled();
        return (await two.admin<{ balance: { used: string } }>('GET', `/accounts/${two.accountId}`)).balance.used;
      };
      assert.deepEqual(await Promise.all([call(0), call(1)]), [200, 200]);
      const used = await chargeOf();
      for (let round = 0; round < 5; round += 1) {
        const nowMs = Date.now();
        const maintenance = { from: new Date(nowMs - 20_000).toISOString(), until: new Date(nowMs + 60_000).toISOString() };
        const { id } = await two.admin<{ id: string }>('POST', '/announcements', { kind: 'maintenance', ...words, maintenance });
        assert.deepEqual(await Promise.all([call(1), call(0)]), [503, 503]);
        if (round === 4) assert.equal(await chargeOf(), used);
        await adminOf(two.nodes[1], 'POST', `/announcements/${id}/end-maintenance`);
        if (round < 4) continue;
        assert.deepEqual(await Promise.all([call(0), call(1)]), [200, 200]);
      }
      await two.expectSettled();
    });
  });
});
