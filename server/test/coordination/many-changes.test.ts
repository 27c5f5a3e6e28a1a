import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import { startNode } from './fleet.ts';

const accounts = 500;

async function scriptsRun(server: RedisServer): Promise<number> {
  const stats = String(await server.command('INFO', 'commandstats'));
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

withServer(redis, 'a change of many accounts at once', () => {
  void it('costs one message per account, such as a plan that all of them are on', async () => {
    const server = await RedisServer.start();
    try {
      const node = await startNode(server.url, 'node-of-many-changes');
      const before = await scriptsRun(server);
      const told = Array.from({ length: accounts }, async (_none, index) =>
        node.coordination.accountChanged(`acc_${String(index)}`, 7),
      );
      await Promise.all(told);
      assert.equal((await scriptsRun(server)) - before, accounts);
      assert.equal(await server.command('HGET', 'tollgate:{acc_499}', 'v'), '7');
      await node.close();
    } finally {
      await server.stop();
    }
  });
});
