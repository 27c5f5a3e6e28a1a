/** Goal: an account cannot fill the memory of nodes with keys. Method: the API over HTTP; the test sets the number of created keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountBounds, type BoundedNoun } from '@tollgate/contract/tenants/account-bounds';
import { startPeopleBench } from '../../console/people-bench.ts';

test('an account makes a thousand keys a day and replaces as many more; operators are not counted', async () => {
  const bench = await startPeopleBench();
  try {
    const owner = bench.person('owner', { locale: 'en' });
    const account = String((await owner('GET', '/session')).body.accounts[0].id);
    const make = () => owner('POST', `/accounts/${account}/keys`, { remark: 'one' });
    const made = await make();
    assert.equal(made.status, 201, made.text);
    const id = String(made.body.key?.id ?? made.body.id);
    const reset = (key: string) => owner('POST', `/accounts/${account}/keys/${key}/reset`);
    const { max } = accountBounds.keysMade;
    let count = max - 1;
    const counted = (noun: BoundedNoun) => Promise.resolve(noun === 'keysMade' ? count : 0);
    Object.assign(bench.control.stores.heldNouns, { count: counted });
    assert.equal((await make()).status, 201);
    count = max;
    const refused = await make();
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit_exceeded']);
    const replaced = await reset(id);
    assert.ok(replaced.status < 300, replaced.text);
    count = 2 * max;
    assert.equal((await reset(String(replaced.body.key?.id ?? replaced.body.id))).status, 429);
    assert.equal((await bench.ask('POST', `/api/admin/accounts/${account}/keys`, { remark: 'x' })).status, 201);
  } finally {
    await bench.close();
  }
});
