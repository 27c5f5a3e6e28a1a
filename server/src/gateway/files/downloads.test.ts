import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Downloads } from './downloads.ts';

test('a client that holds downloads open leaves most of them to others, and each is free again once it is over or has failed', async () => {
  const downloads = new Downloads();
  const ends: ((delivered: boolean) => void)[] = [];
  const hold = (accountId: string): Promise<boolean> =>
    downloads.run(accountId, () => new Promise((resolve) => void ends.push(resolve)));
  const held = Array.from({ length: 32 }, () => hold('acc_greedy'));
  await assert.rejects(hold('acc_greedy'), { code: 'too_many_large_requests' });
  assert.equal(await downloads.run('acc_other', () => Promise.resolve(true)), true);
  for (const account of ['acc_1', 'acc_2', 'acc_3']) held.push(...Array.from({ length: 32 }, () => hold(account)));
  assert.equal(downloads.count, 128);
  await assert.rejects(hold('acc_other'), { code: 'too_many_large_requests' });
  for (const end of ends) end(true);
  await Promise.all(held);
  assert.equal(downloads.count, 0);
  for (let count = 0; count < 40; count += 1)
    await assert.rejects(
      downloads.run('acc_greedy', () => Promise.reject(new Error('the store is away'))),
      /away/,
    );
  assert.equal(await downloads.run('acc_greedy', () => Promise.resolve(true)), true);
});
