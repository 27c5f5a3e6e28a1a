import assert from 'node:assert/strict';
import { waitFor } from '../wait-for.ts';
import { RedisServer } from './redis-server.ts';

const slots = 16_384;
/** Leaves the CPU to the servers. */
const poll = { everyMs: 10 };

/** Three masters that share the slots, without replicas. */
export async function startCluster(): Promise<readonly RedisServer[]> {
  const servers: RedisServer[] = [];
  for (let index = 0; index < 3; index += 1) servers.push(await RedisServer.start('--cluster-enabled', 'yes'));
  const [first] = servers;
  assert.ok(first !== undefined);
  for (const [index, server] of servers.entries()) {
    const [from, to] = [Math.floor((index * slots) / 3), Math.floor(((index + 1) * slots) / 3) - 1];
    await server.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    await server.command('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
    if (server !== first) await server.command('CLUSTER', 'MEET', '127.0.0.1', String(first.port));
  }
  for (const server of servers) {
    await waitFor(async () => String(await server.command('CLUSTER', 'INFO')).includes('cluster_state:ok'), poll);
  }
  return servers;
}
