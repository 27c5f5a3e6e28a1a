/** The servers that many nodes share, private ones on this machine, and one population of users in front of both kinds of gateway. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../server/src/platform/logger.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openPostgres } from '../server/src/service/database/open-postgres.ts';
import { openSqlite } from '../server/src/service/database/open-sqlite.ts';
import { postgres, PostgresServer } from '../server/test/servers/postgres-server.ts';
import { redis, RedisServer } from '../server/test/servers/redis-server.ts';
import { booksRows } from '../server/test/size/books-rows.ts';
import { makeTenants, type BooksTenants } from '../server/test/size/books-tenants.ts';
import { fillPostgres } from '../server/test/size/postgres-sink.ts';
import { fillSqlite } from '../server/test/size/sqlite-sink.ts';
import { removeFolder, temporaryFolder } from './children.ts';
import { connectUpstream, type GatewayHome } from './gateway.ts';
import type { Credential } from './load-plan.ts';

/** Why the servers cannot be started here; `undefined` if they can. */
export function missingServers(): string | undefined {
  const missing = [postgres, redis].filter((program) => !program.isInstalled());
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name }) => name).join(' and ');
  return `${names} not installed: ${missing.map(({ installedBy }) => installedBy).join(' && ')}`;
}

export interface BenchFleet {
  readonly embedded: GatewayHome;
  /** Two nodes on the same database. */
  readonly nodes: readonly [GatewayHome, GatewayHome];
  /** One key of every account; the first has the most money. */
  readonly credentials: readonly Credential[];
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly postgresPid: number;
  readonly redisPid: number;
}

function credentialsOf({ keys, keysOf, models }: BooksTenants): Credential[] {
  const model = models[0] ?? '';
  return keysOf.map(([first]) => ({ key: keys[first ?? 0]?.value ?? '', model }));
}

/** Fills one embedded and one shared database with the same tenants, without any call. */
async function fill(folder: string, url: string, tenants: BooksTenants): Promise<void> {
  const books = { tenants, calls: 0, days: 1, untilMs: Date.now(), seed: 1, withTenants: true };
  const common = { logger: silentLogger, clock: systemClock };
  const data = join(folder, 'embedded');
  mkdirSync(data);
  await (await openSqlite({ folder: data, ...common })).close();
  fillSqlite(join(data, 'tollgate.db'), booksRows(books), () => undefined);
  await (await openPostgres({ url, soleNode: false, ...common })).close();
  await fillPostgres(url, { stream: booksRows(books), days: 1, untilMs: books.untilMs }, () => undefined);
}

async function makeFleet(
  folder: string,
  servers: { postgres: PostgresServer; redis: RedisServer },
  options: { accounts: number; upstreamPort: number },
): Promise<BenchFleet> {
  const url = await servers.postgres.newDatabase();
  const tenants = makeTenants({ accounts: options.accounts, models: 1, seed: 1 });
  await fill(folder, url, tenants);
  const adminToken = randomBytes(24).toString('hex');
  const env = {
    TOLLGATE_DATABASE_URL: url,
    TOLLGATE_REDIS_URL: servers.redis.url,
    TOLLGATE_SECRET: randomBytes(24).toString('hex'),
  };
  const home = (name: string, more: Record<string, string> = {}): GatewayHome => ({
    dataFolder: join(folder, name),
    adminToken,
    credentials: [],
    env: more,
  });
  const embedded = home('embedded');
  const nodes = [home('node-1', env), home('node-2', env)] as const;
  for (const gateway of [embedded, nodes[0]]) await connectUpstream(gateway, options.upstreamPort, tenants.models);
  const postgresPid = await servers.postgres.pid();
  const credentials = credentialsOf(tenants);
  return { embedded, nodes, credentials, ...servers, postgresPid, redisPid: servers.redis.pid };
}

/** Starts the servers, makes the population, and removes everything after `action`. */
export async function withFleet<T>(
  options: { accounts: number; upstreamPort: number },
  action: (fleet: BenchFleet) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder();
  const postgresServer = await PostgresServer.start();
  const redisServer = await RedisServer.start();
  try {
    return await action(await makeFleet(folder, { postgres: postgresServer, redis: redisServer }, options));
  } finally {
    await redisServer.stop();
    await postgresServer.remove();
    removeFolder(folder);
  }
}
