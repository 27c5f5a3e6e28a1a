/** Goal: plans have the published figures and show their number of accounts, and limits of an account can return to its plan. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

interface Plan {
  readonly id: string;
  readonly requests_per_minute: number | null;
  readonly concurrency_recommended: number | null;
  readonly accounts: number;
}

const plans = async (): Promise<readonly Plan[]> => (await bench.ask('GET', '/api/admin/plans')).body.data;

test('a new installation has the plans of the specification: 60, 600 and 300 requests a minute, unlimited, and 1000 and more', async () => {
  assert.deepEqual(
    (await plans()).map((plan) => [plan.id, plan.requests_per_minute, plan.concurrency_recommended]),
    [
      ['free-trial', 60, 10],
      ['standard', 60, 10],
      ['developer', 600, 10],
      ['enterprise', 300, 20],
      ['enterprise-unlimited', null, 20],
      ['dedicated', 1000, null],
    ],
  );
});

test('plans say how many accounts are on them, and those follow a change at once unless they have separate limits', async () => {
  const settings = { name: 'Team', requests_per_minute: 500, concurrency_ceiling: 50 };
  assert.equal((await bench.ask('PUT', '/api/admin/plans/team', settings)).body.accounts, 0);
  const account = async (): Promise<string> => {
    const made = await bench.ask('POST', '/api/admin/accounts', { name: 'One', plan: 'team', trial_credit: false });
    return String(made.body.id);
  };
  const [own, other] = [await account(), await account()];
  const patch = async (id: string, body: object) => (await bench.ask('PATCH', `/api/admin/accounts/${id}`, body)).body;
  await patch(own, { limits: { requests_per_minute: null, concurrency: 7 } });
  assert.equal((await plans()).find(({ id }) => id === 'team')?.accounts, 2);
  assert.equal((await bench.ask('PUT', '/api/admin/plans/team', { ...settings, requests_per_minute: 900 })).body.accounts, 2);
  const limits = async (id: string) => (await bench.ask('GET', `/api/admin/accounts/${id}`)).body.limits;
  assert.deepEqual(await limits(own), { requests_per_minute: null, concurrency: 7 });
  assert.deepEqual(await limits(other), { requests_per_minute: 900, concurrency: 50 });
  const back = await patch(own, { limits: { concurrency: 8 }, limits_of_plan: ['requests_per_minute'] });
  assert.deepEqual(back.limits, { requests_per_minute: 900, concurrency: 8 });
  assert.deepEqual(back.own_limits, { concurrency: 8 });
});
