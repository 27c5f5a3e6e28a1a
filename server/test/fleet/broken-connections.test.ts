/** Goal: two nodes share one figure of abandoned answers, and running calls on both count before admission. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Service } from '../../src/service/service.ts';
import { RawClient, postBytes } from '../gateway/raw-client.ts';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { adminOf, newAccount, question, TwoNodes, type MadeKey } from './two-nodes.ts';
import { waitFor } from '../wait-for.ts';

withServer(postgres, 'broken connections', () => {
  withServer(redis, 'at two nodes', () => {
    let both: TwoNodes;
    let accountId = '';
    const gate = new Gate();
    before(async () => {
      both = await TwoNodes.start({ input: '0', output: '0', per_call: '0.9' });
      both.upstream.otherwise(chatStream(['Hello ', gate, 'there']));
      accountId = (await newAccount(both.nodes[0], { requests_per_minute: null, concurrency: null })).id;
    });
    after(() => {
      gate.open();
      return both.end();
    });

    const key = async (): Promise<string> => (await both.newKey({}, accountId)).key;

    /** Starts streams on a node that keep running; returns those that started. */
    async function begin(node: 0 | 1, calls: number): Promise<readonly RawClient[]> {
      const keys: string[] = [];
      for (let call = 0; call < calls; call += 1) keys.push(await key());
      const { port } = both.nodes[node];
      const clients = await Promise.all(keys.map(() => RawClient.open(port)));
      for (const [at, client] of clients.entries())
        client.send(postBytes({ ...question, stream: true }, { key: keys[at] ?? '' }));
      await Promise.all(clients.map((client) => client.until((text) => /Hello|"error"/.test(text), 'an answer')));
      const begun = clients.filter((client) => client.received.includes('Hello'));
      for (const client of clients) if (!begun.includes(client)) client.leave();
      return begun;
    }

    async function leave(clients: readonly RawClient[]): Promise<number> {
      for (const client of clients) client.leave();
      await waitFor(() => both.running === 0);
      return clients.length;
    }

    async function takenAt(node: Service): Promise<number> {
      const path = `/accounts/${accountId}/broken-connections`;
      return Number((await adminOf<{ taken_24h: string }>(node, 'GET', path)).taken_24h);
    }

    test('calls in flight at both count together, and what was broken off at one is known at the other', async (context) => {
      const begun = await Promise.all([begin(0, 10), begin(1, 10)]);
      context.diagnostic(`begun at once at either: ${begun.map(({ length }) => length).join(', ')}`);
      assert.equal(begun[0].length + begun[1].length, 11, '11 at 0.9 CNY fit into 10 CNY');
      await leave(begun.flat());
      await Promise.all(both.nodes.map((node) => node.storage.books.flush()));
      let more = 0;
      for (let round = 0; round < 10; round += 1) more += await leave(await begin(round % 2 === 0 ? 0 : 1, 1));
      const inAll = 0.9 * (begun.flat().length + more);
      context.diagnostic(`broken off in all: ${inAll.toFixed(1)} CNY`);
      assert.ok(inAll <= 20, 'as often the bound as there are nodes, and that only within a second');
      for (const node of both.nodes) {
        await waitFor(async () => (await takenAt(node)).toFixed(1) === inAll.toFixed(1), {
          what: 'both know all of it',
          everyMs: 20,
        });
      }
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

    test('afterwards the books balance', () => both.expectSettled());
  });
});
