/**
 * Goal: a principal of one account can neither read nor change data of another account or of the operator with any function, nor learn
 * whether it exists. Method: a table of all functions of the kernel and the subjects, compared with the exports.
 */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { createKey } from '../../src/subjects/tenants/keys/keys.ts';
import type { Principal } from '../../src/control/principal.ts';
import { createSubAccount } from '../../src/subjects/tenants/sub-accounts/sub-accounts.ts';
import type { AdminBench } from './admin-bench.ts';
import { allScopeCases } from './scope-cases/all-scope-cases.ts';
import { refusal } from './scope-cases/refusal.ts';
import type { ScopeCase, ScopeIds } from './scope-cases/scope-case.ts';
import { scopeLists } from './scope-cases/scope-lists.ts';
import { addCall, everything, freshIds, ownerOf, startScopeBench } from './scope-cases/scope-world.ts';
import { unknownIds } from './scope-cases/unknown-ids.ts';
import { withoutRecords } from './without-records.ts';

let bench: AdminBench;
before(async () => {
  bench = await startScopeBench();
});
after(() => bench.close());

function refused({ ask }: ScopeCase, principal: Principal, ids: ScopeIds): Promise<string> {
  return refusal(() => ask(bench.control, principal, ids, bench));
}

/** All changes in the audit log. */
async function changes(): Promise<string> {
  return (await bench.ask('GET', '/api/admin/audit-log?limit=1')).text;
}

/** Modules of the kernel and of subjects that contain changes; excludes rows, routes, views and jobs. */
const changesOf = globSync('server/src/{control,subjects/*/**}/*.ts', {
  cwd: join(import.meta.dirname, '../../..'),
  exclude: ['**/*.test.ts', '**/*-{store,rows,statements,schema,routes,view,query,job}.ts'],
});

test('the table names every function that takes who asks, and no other is a way to a record', async () => {
  assert.ok(changesOf.length > 100, 'the changes are no longer seen');
  const named: string[] = [];
  for (const file of changesOf) {
    const exported = (await import(join(import.meta.dirname, '../../..', file))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'function') continue;
      const [, parameters = ''] = /^(?:async )?(?:function \w+\s*)?\((.*?)\)\s*(?:\{|=>)/s.exec(String(value)) ?? [];
      if (/\b(?:context|principal|stores|scope|operations)\b/.test(parameters)) named.push(name);
    }
  }
  assert.deepEqual(named.toSorted(), [...Object.keys(allScopeCases), ...Object.keys(scopeLists), ...withoutRecords].toSorted());
});

for (const [name, one] of Object.entries(allScopeCases)) {
  describe(name, () => {
    if (one.may !== 'operator') {
      test("of another account's records is answered like an unknown id, and changes nothing", async () => {
        const [own, others] = [await freshIds(bench), await freshIds(bench)];
        await one.prepare?.(bench.control, others, bench);
        const earlier = await changes();
        for (const principal of [ownerOf(own.account), ownerOf(own.account, own.subAccount)])
          assert.equal(await refused(one, principal, others), await refused(one, principal, unknownIds));
        assert.equal(await refused(one, ownerOf(own.account), others), await refused(one, everything, unknownIds));
        assert.equal(await changes(), earlier);
      });

      test('on a record of the sub-account is done', async () => {
        const own = await freshIds(bench);
        await one.prepare?.(bench.control, own, bench);
        assert.notEqual(await one.ask(bench.control, ownerOf(own.account), own, bench), undefined);
      });
    }

    if (one.may === 'see' || one.may === 'account') {
      test('of another part of the account is not for a sub-account, its own ones are', async () => {
        const own = await freshIds(bench);
        const other = await createSubAccount(bench.control, everything, own.account, { name: 'Other' });
        const principal = ownerOf(own.account, other.record.subAccount.id);
        if (one.may === 'see') assert.match(await refused(one, principal, own), /^\[404,/);
        assert.notEqual(await one.ask(bench.control, ownerOf(own.account, own.subAccount), own, bench), undefined);
      });
    } else {
      test('is not for a sub-account, not even for its own records', async () => {
        const own = await freshIds(bench);
        const earlier = await changes();
        assert.match(await refused(one, ownerOf(own.account, own.subAccount), own), /^\[404,.*"not_found"/);
        assert.equal(await changes(), earlier);
      });
    }

    if (one.may === 'operator') {
      test('is for operators alone', async () => {
        const own = await freshIds(bench);
        await one.prepare?.(bench.control, own, bench);
        const earlier = await changes();
        assert.match(await refused(one, ownerOf(own.account), own), /^\[404,.*"not_found"/);
        assert.equal(await changes(), earlier);
        await one.ask(bench.control, everything, own, bench);
      });
    }
  });
}

for (const [name, list] of Object.entries(scopeLists)) {
  /** Rows and refusals as text, for comparison. */
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
      const [own, others] = [await freshIds(bench), await freshIds(bench)];
      const { record } = await createKey(bench.control, everything, own.account, {});
      await addCall(bench, { accountId: own.account, subAccountId: null, keyId: record.key.id });
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
      const [own, others] = [await freshIds(bench), await freshIds(bench)];
      for (const principal of [ownerOf(own.account), ownerOf(own.account, own.subAccount)]) {
        for (const id of ['account', 'subAccount', 'key'] as const) {
          // The list of accounts is requested only for an account.
          if (name === 'listAccounts' && id !== 'account') continue;
          const told = await answerTo(principal, { [id]: unknownIds[id] });
          assert.equal(await answerTo(principal, { [id]: others[id] }), told, id);
          assert.equal(await answerTo(principal, { account: own.account, [id]: others[id] }), told, id);
        }
      }
    });
  });
}
