import { after, before } from 'node:test';
import { silentLogger } from '../../src/platform/logger.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { storageSuite } from '../suites/storage-suite.ts';
import { VirtualClock } from '../virtual-clock.ts';

withServer(postgres, 'PostgreSQL', () => {
  let server: PostgresServer;

  before(async () => {
    server = await PostgresServer.start();
    // Every test gets a copy of one prepared database, because preparing one costs more than most tests.
    const url = await server.newDatabase();
    await (await openPostgres({ url, clock: new VirtualClock(), logger: silentLogger, soleNode: false })).close();
  });

  after(async () => {
    await server.remove();
  });

  storageSuite('PostgreSQL', async (clock) => {
    const url = await server.newDatabase('books_1');
    const engine = await openPostgres({ url, clock, logger: silentLogger, soleNode: false });
    return { engine, end: () => engine.close() };
  });
});
