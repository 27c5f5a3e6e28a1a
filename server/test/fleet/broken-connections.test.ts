/** Goal: two nodes have one figure of what was broken off, and calls in flight at both count before admission. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RawClient, postBytes } from '../gateway/raw-client.ts';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { adminOf, model, newAccount, question, TwoNodes, type MadeKey } from './two-nodes.ts';
import { waitFor } from '../wait-for.ts';

withServer(postgres, 'broken connections', () => {
  withServer(redis, 'at two nodes', () => {
    let both: TwoNodes;
    let accountId = '';
    before(async () => {
      both = await TwoNodes.start();
      await both.admin('PUT', `/models/${encodeURIComponent(model)}`, {
        kind: 'chat',
        price: { input: '0', output: '0', per_call: '0.9' },
      });
      accountId = (await newAccount(both.nodes[0], { requests_per_minute: null, concurrency: null })).id;
    });
    after(() => both.end());

    const key = async (): Promise<string> => (await both.newKey({}, accountId)).key;

    /** Begins streams at a node and leaves all of them at once; answers how many began. */
    async function breakOff(node: 0 | 1, calls: number): Promise<number> {
      const gate = new Gate();
      both.upstream.otherwise(chatStream(['Hello ', gate, 'there']));
      const keys: string[] = [];
      for (let call = 0; call < calls; call += 1) keys.push(await key());
      const { port } = both.nodes[node];
      const clients = await Promise.all(keys.map(() => RawClient.open(port)));
      for (const [at, client] of clients.entries())
        client.send(postBytes({ ...question, stream: true }, { key: keys[at] ?? '' }));
      await Promise.all(clients.map((client) => client.until((text) => /Hello|"error"/.test(text), 'an answer')));
      const begun = clients.filter((client) => client.received.includes('Hello')).length;
      for (const client of clients) client.leave();
      await waitFor(() => both.running === 0);
      gate.open();
      return begun;
    }

    test('calls in flight at both count together, and what was broken off at one is known at the other', async (context) => {
      const begun = await Promise.all([breakOff(0, 10), breakOff(1, 10)]);
      context.diagnostic(`begun at once at either: ${begun.join(', ')}`);
      assert.equal(begun[0] + begun[1], 11, '11 at 0.9 CNY fit into 10 CNY');
      await Promise.all(both.nodes.map((node) => node.storage.books.flush()));
      let more = 0;
      for (let round = 0; round < 10; round += 1) more += await breakOff(round % 2 === 0 ? 0 : 1, 1);
      const { taken_24h: taken } = await adminOf<{ taken_24h: string }>(
        both.nodes[1],
        'GET',
        `/accounts/${accountId}/broken-connections`,
      );
      context.diagnostic(`broken off in all: ${taken} CNY`);
      assert.ok(more <= 2 && Number(taken) <= 11, `${String(more)} more, ${taken} CNY in all`);
      const calm: MadeKey = await both.newKey({}, accountId);
      for (const { port } of both.nodes) {
        const response = await fetch(`http://127.0.0.1:${String(port)}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${calm.key}`, 'content-type': 'application/json' },
          body: JSON.stringify(question),
        });
        assert.equal(response.status, 429);
        assert.match(await response.text(), /too_many_broken_connections/);
      }
    });

    test('afterwards the books add up', () => both.expectSettled());
  });
});
