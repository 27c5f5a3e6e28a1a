/**
 * Goal: nobody can make an unlimited number of changes on any route, and a refusal says when the next change is allowed. Method: the API
 * over HTTP with small limits; every route that writes is counted by its transactions.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { startPeopleBench } from './people-bench.ts';

test('changes of a person and of an account are bounded; operators are not, reading is not, and what fails counts for nothing', async () => {
  const bench = await startPeopleBench({ changeLimits: { perMinute: 4, perDay: 6 } });
  try {
    const owner = bench.person('owner', { locale: 'en' });
    const account = String((await owner('GET', '/session')).body.accounts[0].id);
    const rename = (name: unknown) => owner('PATCH', `/accounts/${account}`, { name });
    const make = () => owner('POST', `/accounts/${account}/keys`, {});
    for (let one = 0; one < 10; one += 1) assert.equal((await rename(7)).status, 400);
    const key = String((await make()).body.id);
    for (let one = 0; one < 3; one += 1) assert.equal((await rename(`Name ${String(one)}`)).status, 200);
    const refused = await make();
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit_exceeded']);
    const waitS = Number(refused.headers.get('retry-after'));
    assert.ok(waitS >= 1 && waitS <= 60, String(waitS));
    assert.deepEqual([refused.body.error.reason, refused.body.error.params], ['changes_this_minute', { max: 4 }]);
    assert.equal((await owner('GET', `/accounts/${account}/keys`)).body.data.length, 1, 'nothing was made');
    assert.equal((await owner('DELETE', `/accounts/${account}/keys/${key}`)).status, 200, 'a key can still be deleted');
    for (let one = 0; one < 20; one += 1)
      assert.equal(
        (await bench.ask('PATCH', `/api/admin/accounts/${account}`, { name: `By operators ${String(one)}` })).status,
        200,
      );
    bench.clock.advance(waitS * 1000);
    assert.equal((await rename('Later')).status, 200, 'as `retry-after` said');
    for (let minute = 0; minute < 5; minute += 1) {
      bench.clock.advance(60_000);
      await rename(`Name of minute ${String(minute)}`);
    }
    const full = await rename('Too many');
    assert.equal(full.status, 429);
    assert.deepEqual([full.body.error.reason, full.body.error.params], ['changes_today', { max: 6 }]);
    assert.ok(Number(full.headers.get('retry-after')) > 60);
    // Changes outside any account are counted per person.
    assert.equal((await owner('PUT', '/news-mail', { wanted: false })).status, 429);
    const log = await bench.engine.read(
      'reports',
      CompiledQuery.raw('select count(*) as entries from audit_log where account_id is not null'),
    );
    assert.ok(Number(log[0]?.entries) < 40);
  } finally {
    await bench.close();
  }
});
