/** Goal: a sub-account has access only to its own keys, and no account can use a sub-account of another one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKey } from '../../../src/subjects/tenants/keys/keys.ts';
import { listKeys } from '../../../src/subjects/tenants/keys/list-keys.ts';
import { listSubAccounts } from '../../../src/subjects/tenants/sub-accounts/list-sub-accounts.ts';
import type { Principal } from '../../../src/control/principal.ts';
import { createSubAccount } from '../../../src/subjects/tenants/sub-accounts/sub-accounts.ts';
import { findKey } from '../../../src/control/within-scope.ts';
import type { AdminBench } from '../../admin/admin-bench.ts';
import { refusal } from '../../admin/scope-cases/refusal.ts';
import { everything, freshIds, ownerOf, startScopeBench } from '../../admin/scope-cases/scope-world.ts';
import { unknownIds } from '../../admin/scope-cases/unknown-ids.ts';

const firstPage = { limit: 200, after: null };

let bench: AdminBench;
before(async () => {
  bench = await startScopeBench();
});
after(() => bench.close());

test('a sub-account lists itself and its own keys alone, whatever it asks for', async () => {
  const own = await freshIds(bench);
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
  const [own, others] = [await freshIds(bench), await freshIds(bench)];
  const asked = (principal: Principal, subAccount: string | null) =>
    refusal(() => createKey(bench.control, principal, own.account, { sub_account_id: subAccount }));
  const none = await asked(everything, unknownIds.subAccount);
  assert.equal(await asked(ownerOf(own.account), others.subAccount), none);
  assert.equal(await asked(ownerOf(own.account, own.subAccount), null), none);
  const other = await createSubAccount(bench.control, everything, own.account, { name: 'Other' });
  assert.equal(await asked(ownerOf(own.account, own.subAccount), other.record.subAccount.id), none);
});

test('a key of the whole account is not seen by a part of it', async () => {
  const own = await freshIds(bench);
  const { record } = await createKey(bench.control, everything, own.account, {});
  await assert.rejects(findKey(bench.control, ownerOf(own.account, own.subAccount), record.key.id), { code: 'not_found' });
});
