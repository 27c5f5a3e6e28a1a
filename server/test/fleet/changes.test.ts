/**
 * Goal: a change made on one node applies on every node from its response on. Workers call both nodes continuously; no call that started
 * after the response is admitted under the old state, on either node.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Agent, request } from 'undici';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { chat } from '../scripted-upstream/behaviours.ts';
import { waitFor } from '../wait-for.ts';
import { newAccount, question, TwoNodes, type MadeKey } from './two-nodes.ts';

const workers = 16;
const callsBefore = 100;
const callsAfter = 200;

interface Target extends MadeKey {
  readonly accountId: string;
  readonly subAccountId: string;
}

interface Change {
  readonly settings?: object;
  make(two: TwoNodes, target: Target): Promise<unknown>;
  /** The response to a later call. */
  readonly code: string;
}

const changes: Readonly<Record<string, Change>> = {
  'key deleted': { make: (two, { id }) => two.admin('DELETE', `/keys/${id}`), code: 'invalid_api_key' },
  'key reset': { make: (two, { id }) => two.admin('POST', `/keys/${id}/reset`), code: 'invalid_api_key' },
  'key disabled': { make: (two, { id }) => two.admin('PATCH', `/keys/${id}`, { status: 'disabled' }), code: 'invalid_api_key' },
  'daily cap lowered below use': {
    settings: { daily_cap: '500' },
    make: (two, { id }) => two.admin('PATCH', `/keys/${id}`, { daily_cap: '0.0001' }),
    code: 'daily_cap_reached',
  },
  'IP allow-list changed': {
    settings: { ip_allow_list: ['127.0.0.1'] },
    make: (two, { id }) => two.admin('PATCH', `/keys/${id}`, { ip_allow_list: ['203.0.113.0/24'] }),
    code: 'ip_not_allowed',
  },
  'model allow-list of the sub-account changed': {
    make: (two, { subAccountId }) => two.admin('PATCH', `/sub-accounts/${subAccountId}`, { model_allow_list: ['sandbox/chat'] }),
    code: 'model_not_allowed',
  },
  'sub-account deleted': {
    make: (two, { subAccountId }) => two.admin('DELETE', `/sub-accounts/${subAccountId}`),
    code: 'invalid_api_key',
  },
  'account frozen': {
    make: (two, { accountId }) =>
      two.admin('PATCH', `/accounts/${accountId}`, { status: 'disabled', status_reason: 'bill unpaid' }),
    code: 'account_frozen',
  },
  'credit reversed': {
    make: (two, { accountId }) =>
      two.admin('POST', `/accounts/${accountId}/credits`, { amount: '-99999.9999', reason: 'test', bucket: 'adjustment' }),
    code: 'balance_exhausted',
  },
};

withServer(postgres, 'a change made at one of two nodes', () => {
  withServer(redis, 'is in force at both from its answer on', () => {
    let two: TwoNodes;
    let agent: Agent;
    before(async () => {
      two = await TwoNodes.start();
      two.upstream.otherwise(chat());
      agent = new Agent({ connections: workers });
    });
    after(async () => {
      await agent.destroy();
      await two.end();
    });

    async function target(settings: object): Promise<Target> {
      const { id: accountId } = await newAccount(two.nodes[0], { requests_per_minute: null, concurrency: null });
      const { id: subAccountId } = await two.admin<{ id: string }>('POST', `/accounts/${accountId}/sub-accounts`, { name: 'S' });
      const key = await two.newKey({ ...settings, sub_account_id: subAccountId }, accountId);
      return { ...key, accountId, subAccountId };
    }

    async function call(key: string, node: 0 | 1): Promise<string> {
      const { statusCode, body } = await request(`http://127.0.0.1:${String(two.nodes[node].port)}/v1/chat/completions`, {
        dispatcher: agent,
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(question),
      });
      const answer = (await body.json()) as { readonly error?: { readonly code: string } };
      return statusCode === 200 ? 'admitted' : (answer.error?.code ?? String(statusCode));
    }

    /** Grouped responses to calls that started after the response to the change. */
    async function lateAnswers(key: string, change: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
      const late = new Map<string, number>();
      let [early, lateStarted, isChanged] = [0, 0, false];
      const work = async (_: unknown, worker: number): Promise<void> => {
        while (lateStarted < callsAfter) {
          const isLate = isChanged;
          if (isLate) lateStarted += 1;
          const answer = await call(key, worker % 2 === 0 ? 0 : 1);
          if (isLate) late.set(answer, (late.get(answer) ?? 0) + 1);
          else early += 1;
        }
      };
      const working = Promise.all(Array.from({ length: workers }, work));
      await Promise.race([waitFor(() => early >= callsBefore, { everyMs: 1 }), working]);
      await change();
      isChanged = true;
      await working;
      return late;
    }

    for (const [name, change] of Object.entries(changes)) {
      test(`${name}: no late admission`, async (context) => {
        const { settings = {}, code } = change;
        const key = await target(settings);
        const late = await lateAnswers(key.key, () => change.make(two, key));
        assert.deepEqual([...late.keys()], [code], JSON.stringify([...late]));
        reportFigures(context, 'F32', { change: name, nodes: 2, 'calls after': late.get(code) ?? 0, 'late admissions': 0 });
      });
    }

    test('while the coordination server is away a change reaches the other node all the same, after a moment', async (context) => {
      const key = await target({});
      assert.equal(await call(key.key, 0), 'admitted');
      assert.equal(await call(key.key, 1), 'admitted');
      two.servers.redis.signal('SIGSTOP');
      try {
        await two.admin('DELETE', `/keys/${key.id}`);
        const answeredMs = performance.now();
        let lastAdmittedMs = answeredMs;
        let late = 0;
        await waitFor(async () => {
          const startedMs = performance.now();
          const answer = await call(key.key, 1);
          if (answer !== 'admitted') return answer === 'invalid_api_key';
          late += 1;
          lastAdmittedMs = startedMs;
          return false;
        });
        assert.equal(await call(key.key, 0), 'invalid_api_key');
        reportFigures(context, 'F32', {
          'coordination away: late admissions at the other node': late,
          'the last one after the answer, ms': Math.round(lastAdmittedMs - answeredMs),
        });
      } finally {
        two.servers.redis.signal('SIGCONT');
      }
    });

    test('afterwards the books balance', async () => {
      await waitFor(async () => (await call((await two.newKey()).key, 0)) === 'admitted');
      await two.expectSettled();
    });
  });
});
