import { after, before } from 'node:test';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { signInSuite } from './sign-in-suite.ts';

withServer(postgres, 'sign-in on PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  signInSuite(async () => ({
    TOLLGATE_DATABASE_URL: await server.newDatabase(),
    TOLLGATE_SECRET: 'the-secret-of-these-tests-long-enough',
    TOLLGATE_ADMIN_TOKEN: 'tga-the-token-of-these-tests',
  }));
  after(() => server.remove());
});
