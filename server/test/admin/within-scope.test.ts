/**
 * Goal: whoever acts for one account reads and changes nothing of another one, nor what is the operator's, whichever function
 * of control is asked; and is not told whether it is there. Method: a table of all of them, held against what control exports.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { balanceNow, createAccount, patchAccount } from '../../src/control/accounts.ts';
import type { ControlContext } from '../../src/control/control-context.ts';
import { addCredit } from '../../src/control/credits.ts';
import { createKey, deleteKey, patchKey, resetKey } from '../../src/control/keys.ts';
import { deleteModel, ensureModel, putModel, wouldChangeModel } from '../../src/control/models.ts';
import { deletePlan, putPlan } from '../../src/control/plans.ts';
import { putOverride, withdrawOverride } from '../../src/control/price-overrides.ts';
import { operator, type Principal } from '../../src/control/principal.ts';
import {
  createProvider,
  deleteProvider,
  ensureProvider,
  patchProvider,
  wouldChangeProvider,
} from '../../src/control/providers.ts';
import { createSubAccount, deleteSubAccount, patchSubAccount } from '../../src/control/sub-accounts.ts';
import { findAccount, findKey, findSubAccount, requireAccount } from '../../src/control/within-scope.ts';
import { startAdminBench, type AdminBench } from './admin-bench.ts';

/** Whose records a function is asked for. */
interface Ids {
  readonly account: string;
  readonly subAccount: string;
  /** A key of the sub-account. */
  readonly key: string;
}

interface Case {
  /** Who may do it: whoever may see the record, the account as a whole, or operators alone. */
  readonly may: 'see' | 'whole' | 'operator';
  readonly ask: (control: ControlContext, principal: Principal, ids: Ids) => unknown;
  /** What must be there for it to be done. */
  readonly prepare?: (control: ControlContext, ids: Ids) => Promise<unknown>;
}

const everything = operator('test');
const price = { input: '1', output: '2' };
const model = { kind: 'chat' as const, price };
const known = { name: 'some/model', request: model, source: 'environment' as const };
const provider = { name: 'one', dialect: 'chat-completions', routes: [], models: [] };
const knownProvider = { request: provider, source: 'environment' as const };
const plan = { name: 'Gold', requests_per_minute: 1, concurrency_ceiling: 1 };
const credit = { amount: '1', bucket: 'paid' as const, reason: 'test' };
const ownPrice = (ownerId: string) => ({ ownerKind: 'account' as const, ownerId, model: 'some/model' });

const cases: Readonly<Record<string, Case>> = {
  findAccount: { may: 'see', ask: (control, principal, { account }) => findAccount(control, principal, account) },
  requireAccount: {
    may: 'see',
    ask: (control, principal, { account }) => {
      requireAccount(principal, account);
      return findAccount(control, operator('test'), account);
    },
  },
  balanceNow: {
    may: 'see',
    ask: async (control, principal, { account }) => {
      const balance = await balanceNow(control, principal, account);
      await findAccount(control, operator('test'), account);
      return balance;
    },
  },
  findSubAccount: { may: 'see', ask: (control, principal, { subAccount }) => findSubAccount(control, principal, subAccount) },
  findKey: { may: 'see', ask: (control, principal, { key }) => findKey(control, principal, key) },
  createKey: {
    may: 'see',
    ask: (control, principal, ids) => createKey(control, principal, ids.account, { sub_account_id: ids.subAccount }),
  },
  patchKey: { may: 'see', ask: (control, principal, { key }) => patchKey(control, principal, key, { remark: 'changed' }) },
  resetKey: { may: 'see', ask: (control, principal, { key }) => resetKey(control, principal, key) },
  deleteKey: { may: 'see', ask: (control, principal, { key }) => deleteKey(control, principal, key) },
  createSubAccount: {
    may: 'whole',
    ask: (control, principal, { account }) => createSubAccount(control, principal, account, { name: 'New' }),
  },
  patchSubAccount: {
    may: 'whole',
    ask: (control, principal, { subAccount }) => patchSubAccount(control, principal, subAccount, { name: 'Changed' }),
  },
  deleteSubAccount: {
    may: 'whole',
    ask: (control, principal, { subAccount }) => deleteSubAccount(control, principal, subAccount),
  },
  createAccount: { may: 'operator', ask: (control, principal) => createAccount(control, principal, { name: 'New' }) },
  patchAccount: {
    may: 'operator',
    ask: (control, principal, { account }) => patchAccount(control, principal, account, { plan: 'standard' }),
  },
  addCredit: {
    may: 'operator',
    ask: (control, principal, ids) =>
      addCredit(control, principal, { accountId: ids.account, request: credit, idempotencyKey: null }),
  },
  putModel: { may: 'operator', ask: (control, principal) => putModel(control, principal, 'some/model', model) },
  ensureModel: { may: 'operator', ask: (control, principal) => ensureModel(control, principal, known) },
  wouldChangeModel: { may: 'operator', ask: (control, principal) => wouldChangeModel(control, principal, known) },
  putOverride: {
    may: 'operator',
    ask: (control, principal, { account }) => putOverride(control, principal, ownPrice(account), { price }),
  },
  withdrawOverride: {
    may: 'operator',
    ask: (control, principal, { account }) => withdrawOverride(control, principal, ownPrice(account)),
    prepare: (control, { account }) => putOverride(control, everything, ownPrice(account), { price }),
  },
  deleteModel: {
    may: 'operator',
    ask: (control, principal) => deleteModel(control, principal, 'another/model'),
    prepare: (control) => putModel(control, everything, 'another/model', model),
  },
  putPlan: { may: 'operator', ask: (control, principal) => putPlan(control, principal, 'gold', plan) },
  deletePlan: { may: 'operator', ask: (control, principal) => deletePlan(control, principal, 'gold') },
  createProvider: { may: 'operator', ask: (control, principal) => createProvider(control, principal, provider) },
  ensureProvider: { may: 'operator', ask: (control, principal) => ensureProvider(control, principal, knownProvider) },
  wouldChangeProvider: { may: 'operator', ask: (control, principal) => wouldChangeProvider(control, principal, knownProvider) },
  patchProvider: {
    may: 'operator',
    ask: (control, principal) => patchProvider(control, principal, providerId(control), { weight: 2 }),
  },
  deleteProvider: { may: 'operator', ask: (control, principal) => deleteProvider(control, principal, providerId(control)) },
};

/** Exported, with the context or a principal, and yet no way to a record by its id: each takes what was found already. */
const withoutRecords = [
  ...[
    'auditEntry',
    'keysIntoForce',
    'keyState',
    'notSellableBecause',
    'readChargeableMultiplier',
    'readDialects',
    'readRoutes',
    'readStart',
  ],
  ...['requireChargeable', 'requireOperator', 'requireWholeAccount', 'settingsOf', 'unknownModels'],
];

const providerId = (control: ControlContext): string =>
  control.catalog.current.providers.find(({ name }) => name === 'one')?.id ?? 'prv_none';

const unknown: Ids = { account: 'acc_none', subAccount: 'sub_none', key: 'key_none' };

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

async function freshIds(): Promise<Ids> {
  const { control } = bench;
  const account = (await createAccount(control, everything, { name: 'Tenant' })).account.id;
  const subAccount = (await createSubAccount(control, everything, account, { name: 'Part' })).record.subAccount.id;
  const key = (await createKey(control, everything, account, { sub_account_id: subAccount })).record.key.id;
  return { account, subAccount, key };
}

function ownerOf(accountId: string, subAccountId: string | null = null): Principal {
  return { name: 'somebody', sourceIp: null, scope: { kind: 'account', accountId, subAccountId, role: 'owner' } };
}

/** The refusal as the client is told it; fails when there is none. */
async function refusal({ ask }: Case, principal: Principal, ids: Ids): Promise<string> {
  try {
    await ask(bench.control, principal, ids);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return JSON.stringify([error.status, error.toBody()]);
  }
  assert.fail('it was done');
}

/** Everything that was ever changed, as the audit log has it. */
async function changes(): Promise<string> {
  return (await bench.ask('GET', '/api/admin/audit-log?limit=1')).text;
}

test('the table names every function of control that takes who asks, and no other is a way to a record', async () => {
  const room = join(import.meta.dirname, '../../src/control');
  const named: string[] = [];
  for (const file of readdirSync(room).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const exported = (await import(join(room, file))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported)) {
      const takes =
        typeof value === 'function' &&
        /^(?:async )?function \w+\(\s*(?:context|principal|\{ (?:stores|scope) \})/.test(String(value));
      if (takes) named.push(name);
    }
  }
  assert.deepEqual(named.toSorted(), [...Object.keys(cases), ...withoutRecords].toSorted());
});

for (const [name, one] of Object.entries(cases)) {
  describe(name, () => {
    if (one.may !== 'operator') {
      test("of another account's records is answered like an unknown id, and changes nothing", async () => {
        const [own, others] = [await freshIds(), await freshIds()];
        const earlier = await changes();
        for (const principal of [ownerOf(own.account), ownerOf(own.account, own.subAccount)])
          assert.equal(await refusal(one, principal, others), await refusal(one, principal, unknown));
        assert.equal(await refusal(one, ownerOf(own.account), others), await refusal(one, everything, unknown));
        assert.equal(await changes(), earlier);
      });

      test('of its own records is done', async () => {
        const own = await freshIds();
        assert.notEqual(await one.ask(bench.control, ownerOf(own.account), own), undefined);
      });
    }

    if (one.may === 'see') {
      test('of another part of the account is not for a sub-account, of its own it is', async () => {
        const own = await freshIds();
        const other = await createSubAccount(bench.control, everything, own.account, { name: 'Other' });
        const principal = ownerOf(own.account, other.record.subAccount.id);
        const isOfAccount = ['findAccount', 'requireAccount', 'balanceNow'].includes(name);
        if (!isOfAccount) assert.match(await refusal(one, principal, own), /^\[404,/);
        assert.notEqual(await one.ask(bench.control, ownerOf(own.account, own.subAccount), own), undefined);
      });
    } else {
      test('is not for a sub-account, not even of its own records', async () => {
        const own = await freshIds();
        const earlier = await changes();
        assert.match(await refusal(one, ownerOf(own.account, own.subAccount), own), /^\[404,.*"not_found"/);
        assert.equal(await changes(), earlier);
      });
    }

    if (one.may === 'operator') {
      test('is for operators alone', async () => {
        const own = await freshIds();
        await one.prepare?.(bench.control, own);
        const earlier = await changes();
        assert.match(await refusal(one, ownerOf(own.account), own), /^\[404,.*"not_found"/);
        assert.equal(await changes(), earlier);
        await one.ask(bench.control, everything, own);
      });
    }
  });
}

test('a key cannot be made for a sub-account of another account, nor for the whole account by a part of it', async () => {
  const [own, others] = [await freshIds(), await freshIds()];
  const asked = (principal: Principal, subAccount: string | null) =>
    refusal(
      { may: 'see', ask: () => createKey(bench.control, principal, own.account, { sub_account_id: subAccount }) },
      principal,
      own,
    );
  const none = await asked(everything, unknown.subAccount);
  assert.equal(await asked(ownerOf(own.account), others.subAccount), none);
  assert.equal(await asked(ownerOf(own.account, own.subAccount), null), none);
  const other = await createSubAccount(bench.control, everything, own.account, { name: 'Other' });
  assert.equal(await asked(ownerOf(own.account, own.subAccount), other.record.subAccount.id), none);
});

test('a key of the whole account is not seen by a part of it', async () => {
  const own = await freshIds();
  const { record } = await createKey(bench.control, everything, own.account, {});
  await assert.rejects(findKey(bench.control, ownerOf(own.account, own.subAccount), record.key.id), { code: 'not_found' });
});
