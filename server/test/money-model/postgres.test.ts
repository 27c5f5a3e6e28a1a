import { after, before, it } from 'node:test';
import { systemClock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { count } from '../proofs/counts.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { inTempFolder } from '../storage/temp-folder.ts';
import { playMoneyModel } from './play.ts';

withServer(postgres, 'on PostgreSQL', () => {
  let server: PostgresServer;

  before(async () => {
    server = await PostgresServer.start();
  });

  after(async () => {
    await server.remove();
  });

  void it('no sequence of calls, caps, credits, crashes, restarts and clock jumps spends, loses or invents a unit of money', async (context) => {
    await inTempFolder(async (folder) => {
      const url = await server.newDatabase();
      const engine = await openPostgres({ url, logger: silentLogger, clock: systemClock, soleNode: true });
      try {
        await playMoneyModel(context, { engine, folder }, count('postgresRuns'));
      } finally {
        await engine.close();
      }
    });
  });
});
