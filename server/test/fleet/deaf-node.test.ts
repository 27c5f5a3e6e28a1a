/**
 * Goal: a node that reaches PostgreSQL but not Redis is recognised. It reports this and is not ready while others are, the amounts lent
 * meanwhile are limited, and it cannot keep the others waiting permanently. Method: two nodes, one of which reaches Redis through a proxy
 * that is cut: nothing arrives and nothing ends.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, it } from 'node:test';
import type { Service } from '../../src/service/service.ts';
import { startFaultProxy, type FaultProxy } from '../fault-proxy/fault-proxy.ts';
import { reportFigures } from '../proofs/figures.ts';
import { chat } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { waitFor } from '../wait-for.ts';
import { FleetServers } from './fleet-servers.ts';
import { adminOf, model, question, type MadeKey } from './two-nodes.ts';

const poll = { everyMs: 20 };
const deadAfterMs = 4_000;
/** The exact cost of every call. */
const perCall = 0.01;
const calls = 6;
const balance = calls * perCall;

interface Answer {
  readonly status: number;
  readonly code: string | null;
}

withServer(postgres, 'one node', () => {
  withServer(redis, 'that does not reach Redis', () => {
    let servers: FleetServers;
    let upstream: ScriptedUpstream;
    let proxy: FaultProxy;
    let hearing: Service;
    let deaf: Service;
    let accountId = '';
    let declaredDead = 0;

    before(async () => {
      [servers, upstream] = await Promise.all([FleetServers.start(), startScriptedUpstream()]);
      upstream.otherwise(chat('Hi', { usage: { prompt_tokens: 1, completion_tokens: 100 } }));
    });
    after(async () => {
      await upstream.close();
      await servers.end();
    });

    beforeEach(async () => {
      const fleet = { ...(await servers.newFleet()), TOLLGATE_NODE_DEAD_AFTER_MS: String(deadAfterMs) };
      declaredDead = 0;
      hearing = await servers.service(fleet);
      await adminOf(hearing, 'POST', '/providers', {
        name: 'scripted',
        dialect: 'chat-completions',
        routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'secret' }],
        models: [{ model }],
      });
      const price = { input: '0', output: '0', per_call: String(perCall) };
      await adminOf(hearing, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price, confirm: true });
      const account = { name: 'A', plan: 'dedicated', trial_credit: false };
      accountId = (await adminOf<{ id: string }>(hearing, 'POST', '/accounts', account)).id;
      const credit = { amount: balance.toFixed(2), reason: 'test', bucket: 'paid' };
      await adminOf(hearing, 'POST', `/accounts/${accountId}/credits`, credit);
      proxy = await startFaultProxy(servers.redis.port);
      const url = `redis://127.0.0.1:${String(proxy.port)}`;
      deaf = await servers.service({ ...fleet, TOLLGATE_REDIS_URL: url }, undefined, {
        onDeclaredDead: () => (declaredDead += 1),
      });
    });
    afterEach(async () => {
      await Promise.all([hearing.stop(0), deaf.stop(0)]);
      await proxy.close();
    });

    const newKey = async (settings: object = {}): Promise<string> =>
      (await adminOf<MadeKey>(hearing, 'POST', `/accounts/${accountId}/keys`, settings)).key;

    async function call({ port }: Service, key: string): Promise<Answer> {
      const response = await fetch(`http://127.0.0.1:${String(port)}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(question),
      });
      const text = await response.text();
      const code = response.status === 200 ? null : (JSON.parse(text) as { error: { code: string } }).error.code;
      return { status: response.status, code };
    }

    /** Calls each node in turn for much more than is available; returns how many succeeded on each. */
    async function spend(key: string): Promise<readonly [number, number]> {
      const served: [number, number] = [0, 0];
      for (let round = 0; round < 3 * calls; round += 1) {
        if ((await call(hearing, key)).status === 200) served[0] += 1;
        if ((await call(deaf, key)).status === 200) served[1] += 1;
      }
      return served;
    }

    async function readiness({ port }: Service): Promise<{ readonly status: number; readonly reason?: string }> {
      const response = await fetch(`http://127.0.0.1:${String(port)}/readyz`);
      return { ...((await response.json()) as object), status: response.status };
    }

    async function metric({ consoleUrl }: Service, name: string): Promise<number> {
      const text = await (await fetch(`${consoleUrl}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    }

    const cut = (): void => {
      proxy.up({ timeout: true });
      proxy.down({ timeout: true });
    };
    const mend = (): void => {
      proxy.up({});
      proxy.down({});
      proxy.resetPeers();
    };

    async function expectSettled(served: number): Promise<void> {
      const nodes = declaredDead === 0 ? [hearing, deaf] : [hearing];
      await waitFor(() => nodes.every(({ gateway }) => gateway.state.running.size === 0), poll);
      await Promise.all(nodes.map(({ storage }) => storage.books.flush()));
      for (const node of nodes) {
        await waitFor(
          async () => {
            const answer = await adminOf<{ balance: { used: string; reserved: string } }>(node, 'GET', `/accounts/${accountId}`);
            return (
              Number(answer.balance.reserved) === 0 && Number(answer.balance.used).toFixed(2) === (served * perCall).toFixed(2)
            );
          },
          { ...poll, what: `both know of ${String(served)} calls` },
        );
      }
      const audit = await adminOf<{ ok: boolean }>(hearing, 'POST', '/audit');
      assert.ok(audit.ok, JSON.stringify(audit));
    }

    it('is not ready while the other is, lends its share and no more, and all is one again when the way is free', async (context) => {
      const key = await newKey();
      assert.equal((await call(deaf, key)).status, 200);
      cut();
      await waitFor(async () => (await readiness(deaf)).status === 503, poll);
      assert.equal((await readiness(deaf)).reason, 'this node cannot reach Redis, which other nodes reach');
      assert.deepEqual(
        [
          (await readiness(hearing)).status,
          await metric(deaf, 'tollgate_coordination_ready'),
          await metric(hearing, 'tollgate_coordination_ready'),
        ],
        [200, 0, 1],
      );
      const served = await spend(key);
      const left = calls - 1;
      assert.ok(served[0] <= left && served[1] <= Math.ceil(left / 2), served.join(' and '));
      reportFigures(context, 'F32', { 'one node deaf to Redis: served of 5 calls paid for': served.join(' + ') });
      mend();
      await waitFor(async () => (await readiness(deaf)).status === 200, poll);
      await expectSettled(1 + served[0] + served[1]);
      assert.equal(declaredDead, 0, 'nobody waited for it');
    });

    it('and Redis loses everything: both lend only their shares, and the deaf one is declared dead so that all can continue', async (context) => {
      const key = await newKey();
      const strict = await newKey({ strict: true });
      assert.equal((await call(deaf, key)).status, 200);
      assert.equal((await call(hearing, key)).status, 200);
      cut();
      await servers.redis.command('FLUSHALL');
      await waitFor(async () => (await metric(hearing, 'tollgate_coordination_ready')) === 0, poll);
      assert.equal((await call(hearing, strict)).code, 'storage_unavailable');
      const served = await spend(key);
      const left = calls - 2;
      // Each node rounds its share up to a whole call, and neither knows the other's last one.
      assert.ok(served[0] + served[1] <= left + 2, served.join(' and '));
      await waitFor(() => declaredDead === 1, { ...poll, what: 'the deaf node is declared dead' });
      await waitFor(async () => (await metric(hearing, 'tollgate_coordination_ready')) === 1, poll);
      const all = 2 + served[0] + served[1];
      await expectSettled(all);
      let rest = 0;
      while ((await call(hearing, strict)).status === 200) rest += 1;
      assert.equal(all + rest, Math.max(all, calls), 'what is left is served, strict calls too, and no more');
      reportFigures(context, 'F32', {
        'one node deaf and Redis flushed: served of 4 calls paid for, before it was declared dead': served.join(' + '),
      });
      await expectSettled(Math.max(all, calls));
    });
  });
});
