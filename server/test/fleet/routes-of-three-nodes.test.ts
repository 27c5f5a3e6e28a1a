/** Goal: in a fleet of three, a switch at one node applies at all, and each node finds out by itself that a route flaps. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Service } from '../../src/service/service.ts';
import { post } from '../gateway/raw-client.ts';
import { chat, chatStream, refusal } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { waitFor } from '../wait-for.ts';
import { FleetServers } from './fleet-servers.ts';
import { adminOf, model, newAccount, question } from './two-nodes.ts';

const poll = { everyMs: 50 };

withServer(postgres, 'the routes of three nodes', () => {
  withServer(redis, 'of one fleet', () => {
    let servers: FleetServers;
    let first: ScriptedUpstream;
    let second: ScriptedUpstream;
    let nodes: readonly Service[] = [];
    let key = '';
    let provider = '';

    before(async () => {
      [servers, first, second] = await Promise.all([FleetServers.start(), startScriptedUpstream(), startScriptedUpstream()]);
      const fleet = await servers.newFleet();
      const node = await servers.service(fleet);
      const add = (name: string, priority: number, base_url: string): Promise<{ id: string }> =>
        adminOf(node, 'POST', '/providers', {
          name,
          priority,
          dialect: 'chat-completions',
          routes: [{ region: 'domestic', base_url, api_key: 'secret' }],
          models: [{ model }],
        });
      provider = (await add('first', 1, first.baseUrl)).id;
      await add('second', 2, second.baseUrl);
      await adminOf(node, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '0', output: '100' } });
      const { id } = await newAccount(node, { requests_per_minute: null, concurrency: null });
      ({ key } = await adminOf<{ key: string }>(node, 'POST', `/accounts/${id}/keys`, {}));
      nodes = [node, await servers.service(fleet), await servers.service(fleet)];
    });
    after(async () => {
      await servers.end();
      await Promise.all([first.close(), second.close()]);
    });

    const call = ({ port }: Service, more: object = {}) => post(port, { ...question, ...more }, { key });

    async function setMaintenance(maintenance: boolean): Promise<void> {
      for (const node of nodes.slice(0, 1)) await adminOf(node, 'PATCH', `/providers/${provider}`, { maintenance });
    }

    /** Whether a new call at each node goes there. */
    async function allGoTo(upstream: ScriptedUpstream): Promise<boolean> {
      const asked = upstream.requests.length;
      for (const node of nodes) assert.equal((await call(node)).status, 200);
      return upstream.requests.length - asked === nodes.length;
    }

    test('maintenance that is switched on at one node applies at all; streams that run there end whole', async () => {
      const gate = new Gate();
      first.otherwise(chatStream(['one ', gate, 'two']));
      const streams = nodes.flatMap((node) => Array.from({ length: 5 }, () => call(node, { stream: true })));
      await waitFor(() => first.requests.length === streams.length);
      first.otherwise(chat());
      await setMaintenance(true);
      await waitFor(() => allGoTo(second), poll);
      gate.open();
      const answers = await Promise.all(streams);
      assert.deepEqual(
        answers.filter(({ status, body }) => status !== 200 || !/two.*\[DONE\]/s.test(body)),
        [],
        'none broke',
      );
      await setMaintenance(false);
      await waitFor(() => allGoTo(first), poll);
    });

    test('a route that flaps serves no node after some twenty calls there; all calls are served, and at most a fifth is asked twice', async (context) => {
      first.otherwise((exchange) => (exchange.request.order % 3 === 0 ? chat() : refusal(500))(exchange));
      const from = [first.requests.length, second.requests.length] as const;
      const each = 120;
      const statuses = await Promise.all(
        nodes.map(async (node) => {
          const served: number[] = [];
          for (let made = 0; made < each; made += 1) served.push((await call(node)).status);
          return served;
        }),
      );
      const calls = each * nodes.length;
      const retries = first.requests.length - from[0] + second.requests.length - from[1] - calls;
      context.diagnostic(`${String(calls)} calls, ${String(retries)} retries`);
      assert.deepEqual([...new Set(statuses.flat())], [200]);
      assert.ok(retries <= 0.2 * calls, String(retries));
    });
  });
});
