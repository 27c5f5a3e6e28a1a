/**
 * Goal: whoever acts for one account reads and changes nothing of another one, nor what is the operator's, whichever function
 * of control is asked; and is not told whether it is there. Method: a table of all of them, held against what control exports.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { sql } from 'kysely';
import { sumCalls } from '../../src/control/call-sums.ts';
import { lendKey } from '../../src/control/lend-key.ts';
import { namesOf } from '../../src/control/names.ts';
import { balanceNow, createAccount, patchAccount, patchOwnAccount, runningNow } from '../../src/control/accounts.ts';
import type { ControlContext } from '../../src/control/control-context.ts';
import { addCredit } from '../../src/control/credits.ts';
import { createKey, deleteKey, patchKey, resetKey } from '../../src/control/keys.ts';
import {
  listAccountChanges,
  listAccounts,
  listAuditLog,
  listCalls,
  listKeys,
  listLedger,
  listNotices,
  listStrays,
  listSubAccounts,
  listUsage,
} from '../../src/control/lists-within-scope.ts';
import { deleteModel, ensureModel, listModels, putModel, wouldChangeModel } from '../../src/control/models.ts';
import { appointOperator, dismissOperator, listOperators, type PeopleFinder } from '../../src/control/operators.ts';
import {
  auditBooks,
  backUp,
  compareEnvironment,
  fetchModels,
  takeEnvironment,
  testProvider,
} from '../../src/control/operations.ts';
import { cancelExport, findExport, listExports, makeExport, readExport } from '../../src/control/exports.ts';
import { carryOutOnce } from '../../src/control/once.ts';
import { countUnreadNotices, followNotices, markNoticesRead } from '../../src/control/notices.ts';
import { paidMoney } from '../../src/control/paid-money.ts';
import { putPaymentMethod } from '../../src/control/payment-methods.ts';
import { deletePlan, listPlans, putPlan } from '../../src/control/plans.ts';
import { listOverrides, putOverride, withdrawOverride } from '../../src/control/price-overrides.ts';
import { invite, listInvitations, withdrawInvitation } from '../../src/control/invitations.ts';
import { lastUses } from '../../src/control/last-uses.ts';
import { operator, type Principal } from '../../src/control/principal.ts';
import {
  createProvider,
  deleteProvider,
  ensureProvider,
  findProvider,
  listProviders,
  patchProvider,
  wouldChangeProvider,
} from '../../src/control/providers.ts';
import { subAccountFigures } from '../../src/control/sub-account-figures.ts';
import { createSubAccount, deleteSubAccount, patchSubAccount } from '../../src/control/sub-accounts.ts';
import { suggestedCaps } from '../../src/control/suggested-caps.ts';
import { listMembers, patchMember, removeMember, requireTeam } from '../../src/control/team.ts';
import { grantTrial, heldTrial, listHeldTrials } from '../../src/control/trial-credits.ts';
import { findAccount, findCall, findKey, findSubAccount, requireAccount } from '../../src/control/within-scope.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import { memberStatement } from '../../src/storage/stores/members-store.ts';
import { onceStatements } from '../../src/storage/stores/once-store.ts';
import { claimStatement } from '../../src/storage/stores/trial-claims-store.ts';
import { sampleRecord } from '../storage/sample-books.ts';
import { startAdminBench, type AdminBench } from './admin-bench.ts';
import { allScopeCases } from './scope-cases/all-scope-cases.ts';
import { invoiceRecords } from './scope-cases/invoice-records.ts';
import type { ScopeCase, ScopeCases, ScopeIds } from './scope-cases/scope-case.ts';
import { withoutRecords } from './without-records.ts';

const everything = operator('test');
const price = { input: '1', output: '2' };
const model = { kind: 'chat' as const, price };
const known = { name: 'some/model', request: model, source: 'environment' as const };
const provider = { name: 'one', dialect: 'chat-completions', routes: [], models: [] };
const knownProvider = { request: provider, source: 'environment' as const };
const plan = { name: 'Gold', requests_per_minute: 1, concurrency_ceiling: 1 };
const credit = { amount: '1', bucket: 'paid' as const, reason: 'test' };
const firstPage = { limit: 200, after: null };
const ownPrice = (ownerId: string) => ({ ownerKind: 'account' as const, ownerId, model: 'some/model' });

const cases: ScopeCases = {
  ...allScopeCases,
  findAccount: { may: 'account', ask: (control, principal, { account }) => findAccount(control, principal, account) },
  requireAccount: {
    may: 'account',
    ask: (control, principal, { account }) => {
      requireAccount(principal, account);
      return findAccount(control, operator('test'), account);
    },
  },
  balanceNow: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      const balance = await balanceNow(control, principal, account);
      await findAccount(control, operator('test'), account);
      return balance;
    },
  },
  paidMoney: { may: 'account', ask: (control, principal, { account }) => paidMoney(control, principal, account) },
  runningNow: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      const running = await runningNow(control, principal, account);
      await findAccount(control, operator('test'), account);
      return running;
    },
  },
  listOverrides: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      const prices = listOverrides(control, principal, ownPrice(account));
      await findAccount(control, operator('test'), account);
      return prices;
    },
  },
  namesOf: {
    may: 'account',
    ask: async (control, principal, { account, key }) => {
      const names = await namesOf(control, principal, account, [{ keyId: key }]);
      await findAccount(control, operator('test'), account);
      return names;
    },
  },
  sumCalls: {
    may: 'account',
    ask: (control, principal, { account }) => sumCalls(control, principal, { accountId: account, fromMs: 0, toMs: 1 }),
  },
  lendKey: { may: 'see', ask: (control, principal, { key }) => lendKey(control, principal, key) },
  listSubAccounts: {
    may: 'account',
    ask: (control, principal, { account }) => listSubAccounts(control, principal, { accountId: account }),
  },
  listKeys: { may: 'account', ask: (control, principal, { account }) => listKeys(control, principal, { accountId: account }) },
  suggestedCaps: { may: 'see', ask: (control, principal, { key }) => suggestedCaps(control, principal, key) },
  lastUses: {
    may: 'account',
    ask: async (control, principal, { account, key }) => {
      const record = await findKey(control, operator('test'), key).catch(() => null);
      await findAccount(control, principal, account);
      return lastUses(control, principal, record === null ? [] : [record]);
    },
  },
  subAccountFigures: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      await findAccount(control, principal, account);
      return subAccountFigures(control, principal, account, []);
    },
  },
  requireTeam: {
    may: 'whole',
    ask: async (control, principal, { account }) => {
      await requireTeam(control, principal, account);
      return 'seen';
    },
  },
  listMembers: { may: 'whole', ask: (control, principal, { account }) => listMembers(control, principal, account, nobody) },
  patchMember: {
    may: 'whole',
    ask: async (control, principal, { account }) => {
      const member = await joined(control, account);
      return patchMember(control, principal, { ...member, accountId: account, people: nobody }, { role: 'admin' });
    },
  },
  removeMember: {
    may: 'whole',
    ask: async (control, principal, { account }) => {
      const member = await joined(control, account);
      await removeMember(control, principal, { ...member, accountId: account, people: nobody, isSelf: false });
      return 'done';
    },
  },
  listInvitations: { may: 'whole', ask: (control, principal, { account }) => listInvitations(control, principal, account) },
  invite: {
    may: 'whole',
    ask: (control, principal, { account }) => {
      const request = { email: 'new@example.com', role: 'finance' as const };
      return invite(
        control,
        principal,
        { accountId: account, request },
        { people: nobody, locale: 'en', consoleOrigin: () => '' },
      );
    },
  },
  withdrawInvitation: {
    may: 'whole',
    ask: async (control, principal, { account }) => {
      const { id } = await invited(control, account);
      await withdrawInvitation(control, principal, account, id);
      return 'done';
    },
  },
  listAccountChanges: {
    may: 'whole',
    ask: (control, principal, { account }) => listAccountChanges(control, principal, { accountId: account }),
  },
  heldTrial: {
    may: 'account',
    ask: async (control, principal, { account }) => (await heldTrial(control, principal, account)) ?? 'none',
  },
  patchOwnAccount: {
    may: 'whole',
    ask: (control, principal, { account }) => patchOwnAccount(control, principal, account, { name: 'Changed' }),
  },
  carryOutOnce: {
    may: 'account',
    ask: (control, principal, { account: accountId }) =>
      carryOutOnce(control, principal, { accountId, key: 'one', contentHash: Buffer.from('x') }, (mark) =>
        bench.engine.write(onceStatements(bench.engine, mark({})), []),
      ),
  },
  listHeldTrials: { may: 'operator', ask: (control, principal) => listHeldTrials(control, principal) },
  grantTrial: {
    may: 'operator',
    ask: (control, principal, { account }) => grantTrial(control, principal, account, () => ''),
    prepare: (control, { account }) => holdTrial(control, account),
  },
  listLedger: { may: 'whole', ask: (control, principal, { account }) => listLedger(control, principal, account) },
  listNotices: {
    may: 'whole',
    ask: (control, principal, { account }) => listNotices(control, principal, { accountId: account }),
  },
  makeExport: {
    may: 'account',
    ask: (control, principal, { account }) => makeExport(control, principal, exportOf(account)),
  },
  listExports: { may: 'account', ask: (control, principal, { account }) => listExports(control, principal, account) },
  findExport: {
    may: 'account',
    ask: (control, principal, ids) => withExport(control, ids, (which) => findExport(control, principal, which)),
  },
  cancelExport: {
    may: 'account',
    ask: (control, principal, ids) => withExport(control, ids, (which) => cancelExport(control, principal, which)),
  },
  readExport: {
    may: 'account',
    ask: (control, principal, ids) => withExport(control, ids, (which) => readExport(control, principal, which)),
  },
  countUnreadNotices: {
    may: 'whole',
    ask: (control, principal, { account }) => countUnreadNotices(control, principal, account),
  },
  markNoticesRead: {
    may: 'whole',
    ask: (control, principal, { account }) => markNoticesRead(control, principal, account, { upTo: null }),
  },
  followNotices: { may: 'whole', ask: (control, principal, { account }) => followNotices(control, principal, account, null) },
  findCall: { may: 'see', ask: (control, principal, { call }) => findCall(control, principal, call) },
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
  listAuditLog: { may: 'operator', ask: (control, principal) => listAuditLog(control, principal, {}) },
  listStrays: { may: 'operator', ask: (control, principal) => listStrays(control, principal) },
  listOperators: { may: 'operator', ask: (control, principal) => listOperators(control, nobody, principal) },
  appointOperator: {
    may: 'operator',
    ask: (control, principal) => appointOperator(control, somebody, principal, { email: 'some@example.com', role: 'support' }),
  },
  dismissOperator: {
    may: 'operator',
    ask: (control, principal) => dismissOperator(control, somebody, principal, 'usr_2'),
  },
  listPlans: { may: 'operator', ask: (control, principal) => listPlans(control, principal) },
  listModels: { may: 'operator', ask: (control, principal) => listModels(control, principal) },
  listProviders: { may: 'operator', ask: (control, principal) => listProviders(control, principal) },
  auditBooks: { may: 'operator', ask: (_, principal) => auditBooks(bench, principal) },
  backUp: { may: 'operator', ask: (_, principal) => backUp(bench, principal, 'within-scope.db') },
  compareEnvironment: { may: 'operator', ask: (_, principal) => compareEnvironment(bench, principal) },
  takeEnvironment: { may: 'operator', ask: (_, principal) => takeEnvironment(bench, principal) },
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
  findProvider: {
    may: 'operator',
    ask: (control, principal) => findProvider(control, principal, providerId(control)),
  },
  patchProvider: {
    may: 'operator',
    ask: (control, principal) => patchProvider(control, principal, providerId(control), { weight: 2 }),
  },
  fetchModels: {
    may: 'operator',
    ask: (control, principal) => fetchModels(control, principal, providerId(control), bench),
  },
  testProvider: {
    may: 'operator',
    ask: (control, principal) => testProvider(control, principal, providerId(control), { ...bench, request: {} }),
  },
  deleteProvider: { may: 'operator', ask: (control, principal) => deleteProvider(control, principal, providerId(control)) },
};

/** Somebody of an account, if there is one. */
async function joined(control: ControlContext, accountId: string): Promise<{ readonly userId: string }> {
  const userId = 'usr_one';
  const isThere = (await control.stores.members.find(accountId, userId)) !== null;
  const member = { accountId, userId, role: 'finance' as const, subAccountId: null, createdAtMs: 1 };
  if (!isThere && accountId !== unknown.account) await bench.engine.write([memberStatement(bench.engine, member)], []);
  return { userId };
}

/** Somebody who may join an account, if there is one; asked for without leaving a trace in the log of changes. */
async function invited(control: ControlContext, accountId: string): Promise<{ readonly id: string }> {
  const [known] = await control.stores.members.invitationsOf(accountId, control.clock.nowMs());
  if (known !== undefined || accountId === unknown.account) return known ?? { id: 'inv_none' };
  const columns = { id: `inv_${accountId}`, account_id: accountId, email: 'x@example.com', email_lower: 'x@example.com' };
  const rest = { role: 'finance' as const, token_hash: Buffer.from(accountId), inviter: 'test', created_at: 1 };
  const query = compilerFor('sqlite').insertInto('invitations');
  const row = query.values({ ...columns, ...rest, expires_at: control.clock.nowMs() + 1000 });
  await bench.engine.write([{ query: row.compile() }], []);
  return columns;
}

/** An account whose trial credit waits. */
async function holdTrial({ clock }: ControlContext, accountId: string): Promise<void> {
  const marks = { mailbox: accountId, network: 'n', browser: 'b' };
  const times = { day: 20_261_122, claimedAtMs: clock.nowMs(), grantedAtMs: null };
  await bench.engine.write([claimStatement(bench.engine, { accountId, state: 'held', reason: 'day', ...marks, ...times })], []);
}

/** Whose a row of a list is; `null`: of no part of the account, or of none that the row tells. */
type Owner = readonly [account: string, part: string | null];

/** Lists that hold records of many accounts, asked for all of them or for those of some ids. */
type List = (control: ControlContext, principal: Principal, ids: Partial<ScopeIds>) => Promise<readonly Owner[]>;

const lists: Readonly<Record<string, List>> = {
  async listAccounts(control, principal, { account }) {
    const load = await listAccounts(control, principal, { named: account });
    return (await load(firstPage)).map((record) => [record.account.id, null]);
  },
  async listCalls(control, principal, { account, subAccount, key }) {
    const load = await listCalls(control, principal, { accountId: account, subAccountId: subAccount, keyId: key });
    return (await load({ limit: 200 })).rows.map((call) => [call.accountId, call.subAccountId]);
  },
  async listUsage(control, principal, { account, subAccount, key }) {
    const filter = { accountId: account, subAccountId: subAccount, keyId: key };
    const load = await listUsage(control, principal, { ...filter, groups: ['account_id', 'sub_account_id'] });
    const rows: [string, string | null][] = [];
    // By account, so the newest may be on a later page.
    for (let after: readonly (string | number)[] | null = null; ;) {
      const page = await load({ ...firstPage, after });
      rows.push(...page.map(({ group }): [string, string | null] => [String(group[0]), String(group[1]) || null]));
      after = page.at(-1)?.group ?? null;
      if (page.length < firstPage.limit || after === null) return rows;
    }
  },
};

const providerId = (control: ControlContext): string =>
  control.catalog.current.providers.find(({ name }) => name === 'one')?.id ?? 'prv_none';

const unknown: ScopeIds = {
  account: 'acc_none',
  subAccount: 'sub_none',
  key: 'key_none',
  call: 'none',
  order: 'none',
  ...{ title: 'none', invoice: 'none', issued: 'none' },
};

const nobody: PeopleFinder = { findPerson: () => Promise.resolve(null) };
const somebody: PeopleFinder = {
  findPerson: () =>
    Promise.resolve({
      ...{ id: 'usr_1', email: 'some@example.com', name: 'Some', emailVerified: true },
      ...{ locale: null, twoFactorEnabled: false, createdAtMs: 0 },
    }),
};

const exportOf = (accountId: string) => ({ format: 'csv', encoding: 'utf-8', locale: 'en', filter: { accountId } }) as const;

/** An export that the account's sub-account has made; of an unknown account there is none. */
async function withExport<Answer>(
  control: ControlContext,
  { account, subAccount }: ScopeIds,
  ask: (which: { readonly accountId: string; readonly id: string }) => Promise<Answer>,
): Promise<Answer> {
  const isKnown = (await control.stores.accounts.find(account)) !== null;
  const made = isKnown ? await makeExport(control, ownerOf(account, subAccount), exportOf(account)) : { id: 'none' };
  return ask({ accountId: account, id: made.id });
}

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
  await putPaymentMethod(bench.control, everything, 'bank', { enabled: true, settings: { payee: 'P', account: 'A', bank: 'B' } });
  const mail = { source: 'test', recipient: 'somebody@example.com', locale: 'en' } as const;
  const record = { userId: 'usr_2', role: 'support', createdAtMs: 0 } as const;
  const entry = { atMs: 0, actor: 'test', sourceIp: null, action: 'operator.create', objectKind: 'operator', objectId: 'usr_2' };
  await bench.stores.operators.put(record, { ...entry, before: null, after: null });
  const params = { url: 'https://console.test/verify#secret' };
  await bench.engine.write(bench.stores.mailStatements({ ...mail, template: 'verify-address', params }), []);
});
after(() => bench.close());

async function freshIds(): Promise<ScopeIds> {
  const { control } = bench;
  // The newest are on the first page of every list.
  bench.clock.advance(1);
  const account = (await createAccount(control, everything, { name: 'Tenant', trial_credit: false })).account.id;
  const subAccount = (await createSubAccount(control, everything, account, { name: 'Part' })).record.subAccount.id;
  const key = (await createKey(control, everything, account, { sub_account_id: subAccount })).record.key.id;
  const call = await addCall(account, subAccount, key);
  return { account, subAccount, key, call, order: await addOrder(account), ...(await invoiceRecords(bench, account)) };
}

/** An order, without a word in the log of changes. */
async function addOrder(accountId: string): Promise<string> {
  const id = bench.control.ids.named('ord');
  const query = sql`insert into orders (id, account_id, method, purpose, state, amount_fen, remark, made_by, created_at, expires_at)
    values (${id}, ${accountId}, 'bank', 'top_up', 'open', 100, ${id}, 'test', 1, 2)`;
  await bench.engine.write([{ query: query.compile(compilerFor('sqlite')) }], []);
  return id;
}

/** A call that an account, or a part of it, has made. */
async function addCall(accountId: string, subAccountId: string | null, keyId: string): Promise<string> {
  const { control, clock, engine } = bench;
  const record = sampleRecord(control.ids, clock.nowMs(), { accountId, subAccountId, keyId });
  await engine.commitGroup({ closed: [record], notices: [], opened: [], strays: [] }, control.ids.uuid());
  return record.id;
}

function ownerOf(accountId: string, subAccountId: string | null = null): Principal {
  return { name: 'somebody', sourceIp: null, scope: { kind: 'account', accountId, subAccountId, role: 'owner' } };
}

/** The refusal as the client is told it; fails when there is none. */
async function refusal({ ask }: ScopeCase, principal: Principal, ids: ScopeIds): Promise<string> {
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
        /^(?:async )?function \w+\s*\(\s*(?:context|principal|\{ (?:stores|scope|operations) \})/.test(String(value));
      if (takes) named.push(name);
    }
  }
  assert.deepEqual(named.toSorted(), [...Object.keys(cases), ...Object.keys(lists), ...withoutRecords].toSorted());
});

for (const [name, one] of Object.entries(cases)) {
  describe(name, () => {
    if (one.may !== 'operator') {
      test("of another account's records is answered like an unknown id, and changes nothing", async () => {
        const [own, others] = [await freshIds(), await freshIds()];
        await one.prepare?.(bench.control, others);
        const earlier = await changes();
        for (const principal of [ownerOf(own.account), ownerOf(own.account, own.subAccount)])
          assert.equal(await refusal(one, principal, others), await refusal(one, principal, unknown));
        assert.equal(await refusal(one, ownerOf(own.account), others), await refusal(one, everything, unknown));
        assert.equal(await changes(), earlier);
      });

      test('of its own records is done', async () => {
        const own = await freshIds();
        await one.prepare?.(bench.control, own);
        assert.notEqual(await one.ask(bench.control, ownerOf(own.account), own), undefined);
      });
    }

    if (one.may === 'see' || one.may === 'account') {
      test('of another part of the account is not for a sub-account, of its own it is', async () => {
        const own = await freshIds();
        const other = await createSubAccount(bench.control, everything, own.account, { name: 'Other' });
        const principal = ownerOf(own.account, other.record.subAccount.id);
        if (one.may === 'see') assert.match(await refusal(one, principal, own), /^\[404,/);
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

for (const [name, list] of Object.entries(lists)) {
  /** Rows and refusals as texts, to be compared. */
  const answerTo = async (principal: Principal, ids: Partial<ScopeIds>): Promise<string> => {
    try {
      return JSON.stringify(await list(bench.control, principal, ids));
    } catch (error) {
      assert.ok(error instanceof ApiError, String(error));
      return JSON.stringify([error.status, error.toBody()]);
    }
  };

  describe(name, () => {
    test('holds only what is within the scope of who asks', async () => {
      const [own, others] = [await freshIds(), await freshIds()];
      const { record } = await createKey(bench.control, everything, own.account, {});
      await addCall(own.account, null, record.key.id);
      const ofOperator = await list(bench.control, everything, {});
      for (const { account } of [own, others]) assert.ok(ofOperator.some(([id]) => id === account));
      const ofAccount = await list(bench.control, ownerOf(own.account), {});
      assert.deepEqual(
        ofAccount,
        ofOperator.filter(([id]) => id === own.account),
      );
      const ofPart = await list(bench.control, ownerOf(own.account, own.subAccount), {});
      const tellsParts = ofAccount.some(([, part]) => part !== null);
      assert.deepEqual(
        ofPart,
        ofAccount.filter(([, part]) => !tellsParts || part === own.subAccount),
      );
      assert.ok(ofPart.length > 0 && (!tellsParts || ofPart.length < ofAccount.length));
    });

    test("asked for another account's records, answers as for an unknown id", async () => {
      const [own, others] = [await freshIds(), await freshIds()];
      for (const principal of [ownerOf(own.account), ownerOf(own.account, own.subAccount)]) {
        for (const id of ['account', 'subAccount', 'key'] as const) {
          // The list of accounts is asked for an account alone.
          if (name === 'listAccounts' && id !== 'account') continue;
          const told = await answerTo(principal, { [id]: unknown[id] });
          assert.equal(await answerTo(principal, { [id]: others[id] }), told, id);
          assert.equal(await answerTo(principal, { account: own.account, [id]: others[id] }), told, id);
        }
      }
    });
  });
}

test('a sub-account lists itself and its own keys alone, whatever it asks for', async () => {
  const own = await freshIds();
  const { control } = bench;
  const other = (await createSubAccount(control, everything, own.account, { name: 'Other' })).record.subAccount.id;
  for (const part of [null, other]) await createKey(control, everything, own.account, { sub_account_id: part });
  const principal = ownerOf(own.account, own.subAccount);
  const keysOf = async (who: Principal, subAccountId?: string) =>
    (await (await listKeys(control, who, { accountId: own.account, subAccountId }))(firstPage)).map(({ key }) => key.id);
  const partsOf = async (who: Principal) =>
    (await (await listSubAccounts(control, who, { accountId: own.account }))(firstPage)).map(({ subAccount }) => subAccount.id);
  assert.deepEqual(await keysOf(principal), [own.key]);
  assert.deepEqual(await keysOf(principal, other), []);
  assert.equal((await keysOf(ownerOf(own.account))).length, 3);
  assert.equal((await keysOf(ownerOf(own.account), other)).length, 1);
  assert.deepEqual(await partsOf(principal), [own.subAccount]);
  assert.equal((await partsOf(ownerOf(own.account))).length, 2);
});

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
