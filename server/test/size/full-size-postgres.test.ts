/** Goal and method: see large-books-proof.ts. Here the books are in PostgreSQL, used by a node of a fleet. */
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { FleetServers, type FleetEnvironment } from '../fleet/fleet-servers.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { swift, SwiftServer } from '../servers/swift-server.ts';
import { booksRows } from './books-rows.ts';
import { makeTenants, type BooksTenants } from './books-tenants.ts';
import { proveLargeBooks, type LargeBooks, type MadeBooks } from './large-books-proof.ts';
import { fillPostgres } from './postgres-sink.ts';

const days = 90;

class PostgresBooks implements LargeBooks {
  readonly row = 'size-postgres';
  readonly isCopiedByProgram = false;
  #servers: FleetServers | null = null;
  #bucket: SwiftServer | null = null;
  #folder = '';
  #env: FleetEnvironment = {};

  async make({ accounts, ...options }: MadeBooks): Promise<BooksTenants> {
    const servers = await FleetServers.start();
    this.#servers = servers;
    // Large exports are stored where all nodes find them.
    this.#bucket = await SwiftServer.start();
    this.#env = { ...(await servers.newFleet()), TOLLGATE_OBJECTS_URL: this.#bucket.url };
    this.#folder = servers.nodeFolder();
    const url = this.#env.TOLLGATE_DATABASE_URL ?? '';
    const engine = await openPostgres({ url, logger: silentLogger, clock: systemClock, soleNode: false });
    await engine.close();
    const tenants = makeTenants({ accounts, models: 30, seed: 1 });
    const stream = booksRows({ tenants, seed: 1, days, withTenants: true, ...options });
    await fillPostgres(url, { stream, days, untilMs: options.untilMs }, () => undefined);
    return tenants;
  }

  place() {
    return { folder: this.#folder, env: this.#env };
  }

  async remove(): Promise<void> {
    await this.#servers?.end();
    await this.#bucket?.stop();
  }
}

withServer(redis, 'a full-size log on PostgreSQL', () => {
  withServer(postgres, 'served by a node', () => {
    withServer(swift, 'that keeps files in a bucket', () => {
      proveLargeBooks(new PostgresBooks());
    });
  });
});
