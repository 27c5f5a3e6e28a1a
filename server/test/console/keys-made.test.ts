/** Goal: an account does not fill the memory of nodes with keys. Method: the interface over HTTP; how many were made is told by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPeopleBench } from './people-bench.ts';

test('an account makes a thousand keys a day and replaces as many more; operators are not counted', async () => {
  const bench = await startPeopleBench();
  try {
    const owner = bench.person('owner', { locale: 'en' });
    const account = String((await owner('GET', '/session')).body.accounts[0].id);
    const { keys } = bench.control.stores;
    const make = () => owner('POST', `/accounts/${account}/keys`, { remark: 'one' });
    const before = await keys.madeSince(account, 0);
    const made = await make();
    assert.equal(made.status, 201, made.text);
    assert.equal(await keys.madeSince(account, 0), before + 1);
    assert.equal(await keys.madeSince(account, bench.clock.nowMs() + 1), 0);
    const id = String(made.body.key?.id ?? made.body.id);
    const reset = (key: string) => owner('POST', `/accounts/${account}/keys/${key}/reset`);
    let count = 999;
    Object.assign(keys, { madeSince: () => Promise.resolve(count) });
    assert.equal((await make()).status, 201);
    count = 1000;
    const refused = await make();
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit_exceeded']);
    const replaced = await reset(id);
    assert.ok(replaced.status < 300, replaced.text);
    count = 2000;
    assert.equal((await reset(String(replaced.body.key?.id ?? replaced.body.id))).status, 429);
    assert.equal((await bench.ask('POST', `/api/admin/accounts/${account}/keys`, { remark: 'x' })).status, 201);
  } finally {
    await bench.close();
  }
});
