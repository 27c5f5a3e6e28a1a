/** Goal: an account can change its budget and statement mail; a sub-account or another account cannot. Method: the rule itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nanoPerCny } from '@tollgate/contract/money';
import type { BillingSettings } from './billing-ports.ts';
import { patchBilling, readBilling } from './billing.ts';
import { operator, type Principal } from '../../control/principal.ts';

const owner = (own: object = {}): Principal => ({
  name: 'owner',
  sourceIp: null,
  scope: { kind: 'account', accountId: 'acc_1', subAccountId: null, role: 'owner', ...own },
});

function world(before: BillingSettings = { statementMail: true, monthlyBudget: null, budgetArming: 4 }) {
  const put: unknown[] = [];
  const context = {
    clock: { nowMs: () => 1000 },
    calendar: { now: () => ({ month: 202611 }), timeZone: 'Asia/Shanghai' },
    changeQueue: { run: (act: () => unknown) => act() },
    coordination: { figures: () => Promise.resolve([{ used: 1n, reserved: 2n }]), running: () => Promise.resolve(0) },
    stores: {
      accounts: { find: (id: string) => Promise.resolve(id === 'acc_1' ? { account: { id } } : null) },
      billing: {
        find: () => Promise.resolve(before),
        put: (accountId: string, settings: BillingSettings, audit: object) => {
          put.push([accountId, settings, audit]);
          return Promise.resolve();
        },
      },
    },
  };
  return { context: context as never, put };
}

test('a budget is more than 0, and alerts about it start again once it is raised', async () => {
  const cny = (amount: number): bigint => BigInt(amount) * nanoPerCny;
  const rows: readonly (readonly [
    before: number | null,
    budget: string | null | undefined,
    after: number | null,
    isRaised: boolean,
  ])[] = [
    [null, undefined, null, false],
    [null, '5', 5, true],
    [5, '6', 6, true],
    [5, '5', 5, false],
    [5, '4', 4, false],
    [5, null, null, false],
    [5, undefined, 5, false],
  ];
  for (const [before, budget, after, isRaised] of rows) {
    const amount = (value: number | null) => (value === null ? null : cny(value));
    const { context, put } = world({ statementMail: true, monthlyBudget: amount(before), budgetArming: 4 });
    const settings = await patchBilling(context, owner(), 'acc_1', { monthly_budget: budget });
    assert.deepEqual(
      settings,
      { statementMail: true, monthlyBudget: amount(after), budgetArming: isRaised ? 5 : 4 },
      String(budget),
    );
    assert.deepEqual((put[0] as unknown[]).slice(0, 2), ['acc_1', settings]);
  }
  const { context, put } = world();
  for (const budget of ['0', '0.0000', '-1', '0.00001'])
    await assert.rejects(patchBilling(context, owner(), 'acc_1', { monthly_budget: budget }), {
      param: 'monthly_budget',
    });
  assert.deepEqual(put, []);
});

test('the mail of statements is switched by itself, and the change is noted', async () => {
  const { context, put } = world();
  const { statementMail, monthlyBudget } = await patchBilling(context, owner(), 'acc_1', { statement_mail: false });
  assert.deepEqual([statementMail, monthlyBudget], [false, null]);
  const [[, , audit]] = put as [[string, object, { action: string; after: string }]];
  assert.equal(audit.action, 'billing.patch');
  assert.match(JSON.stringify(audit), /statement_mail/);
});

test('the money of an account is read and set by the whole of it', async () => {
  for (const own of [{ subAccountId: 'sub_1' }, { accountId: 'acc_2' }]) {
    const { context, put } = world();
    await assert.rejects(patchBilling(context, owner(own), 'acc_1', {}), { code: 'not_found' });
    await assert.rejects(readBilling(context, owner(own), 'acc_1'), { code: 'not_found' });
    assert.deepEqual(put, []);
  }
  const { context } = world();
  await assert.rejects(patchBilling(context, operator('x'), 'acc_9', {}), { code: 'not_found' });
});
