/**
 * Goal: if a database server has few connections, reports wait, but commits and heartbeats do not; the start prints the required number.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { Client } from 'pg';
import { group, sampleRecord } from './sample-books.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';

withServer(postgres, 'a database server with twelve connections', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
    appendFileSync(join(server.data, 'postgresql.auto.conf'), '\nmax_connections = 15\nsuperuser_reserved_connections = 3\n');
    await server.restart('fast');
  });
  after(() => server.remove());

  void it('keeps its connections for writes: commits and changes continue while everyone else wants to read', async () => {
    const warned: object[] = [];
    const logger = { ...silentLogger, warn: (fields: object) => void warned.push(fields) };
    const url = await server.newDatabase();
    const engine = await openPostgres({ url, logger, clock: systemClock, soleNode: false });
    const greedy: Client[] = [];
    try {
      assert.deepEqual(warned, [{ places: 12, taken: 0, wanted: 16 }]);
      // Others use all remaining connections.
      for (;;) {
        const client = new Client({ connectionString: url });
        client.on('error', () => undefined);
        try {
          await client.connect();
        } catch {
          break;
        }
        greedy.push(client);
      }
      assert.ok(greedy.length >= 8, String(greedy.length));
      await assert.rejects(engine.read('reports', CompiledQuery.raw('select 1')), /storage|connection/i);
      const record = sampleRecord(createIds(systemClock), systemClock.nowMs());
      await engine.commitGroup(group({ closed: [record] }), 'inc_now');
      const heartbeat = CompiledQuery.raw("insert into settings (name, value) values ('a', 'b')");
      assert.deepEqual(await engine.write([{ query: heartbeat }], []), [1]);
    } finally {
      await Promise.all(greedy.map((client) => client.end()));
      await engine.close();
    }
  });
});
