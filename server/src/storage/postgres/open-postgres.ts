import { Client } from 'pg';
import { createIds } from '../../platform/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Engine } from '../engine.ts';
import { StorageError, StorageStartError } from '../storage-error.ts';
import { checksumFailures } from './checksum-failures.ts';
import { clientConfig, placeOf, prepareSession } from './connection.ts';
import type { SessionSettings } from './connection.ts';
import { createFailoverLossCheck } from './failover-loss-check.ts';
import type { FailoverLossCheck } from './failover-loss-check.ts';
import { storageErrorOf } from './fault.ts';
import { duplicatesOf, groupStatements, runGroup } from './group-writer.ts';
import { migrate } from './migrate.ts';
import type { Migration } from '../schema-change.ts';
import { dropPartitions, makePartitions } from './partitions.ts';
import type { RetryPolicy } from './retry.ts';
import { refuseSharedSessions } from './shared-sessions.ts';
import { Readers } from './readers.ts';
import { Session } from './session.ts';
import { createSoleNode } from './sole-node.ts';
import { oldestServer, startErrorOf } from './start-fault.ts';
import { runUnit } from './unit-writer.ts';

export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database?sslmode=…&sslrootcert=…` */
  readonly url: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Keeps every other process out of the database. For a node whose coordination is its own memory. */
  readonly soleNode: boolean;
  /** How long a commit waits for a server that went away before it fails. Callers decide what to do meanwhile. */
  readonly patienceMs?: number;
  /** Maximum number of connections for reading. */
  readonly readersMax?: number;
}

const minuteMs = 60_000;
const manners = {
  hot: { statementTimeoutMs: 3000, idleInTransactionMs: 5000, readOnly: true, byIndex: true },
  // A snapshot stays open while its rows are sent to a slow reader.
  reports: { statementTimeoutMs: 5 * minuteMs, idleInTransactionMs: 10 * minuteMs, readOnly: true },
  writing: { statementTimeoutMs: 10_000, idleInTransactionMs: 5000, readOnly: false },
  upkeep: { statementTimeoutMs: 60 * minuteMs, idleInTransactionMs: minuteMs, readOnly: false },
} as const satisfies Record<string, SessionSettings>;

/** Serializes the changes of all processes. A change takes milliseconds. */
const lockChanges = "set lock_timeout = '10s'; select pg_advisory_lock(1953459308, 4)";

/** Connections of one process. Those that write stay open from start to end: reports cannot use them up. */
const connectionsMax = { writing: 4, hot: 6, reports: 3, snapshots: 3 } as const;
const connectionsInAll = Object.values(connectionsMax).reduce((sum, each) => sum + each, 0);

const defaults = { patienceMs: 10_000, hotPatienceMs: 2000 };

/** Runs `use` on a separate connection, which is then closed. */
async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(clientConfig(url, manners.upkeep));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await prepareSession(client, manners.upkeep);
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs a change while no other process runs one.
 * @throws what `change` throws, and an outage if the lock is not obtained in time.
 */
async function inTurn<Result>(url: string, change: () => Promise<Result>): Promise<Result> {
  const turn = { hasCome: false };
  try {
    return await withClient(url, async (client) => {
      // The connection holds the lock, so a process that dies releases it.
      await client.query(lockChanges);
      turn.hasCome = true;
      return await change();
    });
  } catch (error) {
    throw turn.hasCome ? error : storageErrorOf(error);
  }
}

async function checkServer(client: Client, place: string, logger: Logger): Promise<void> {
  const { rows } = await client.query<{ version: string; name: string; encoding: string; fsync: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_version') as name, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync",
  );
  const { version = '0', name = '', encoding = '', fsync = '' } = rows[0] ?? {};
  if (Number(version) < oldestServer)
    throw new StorageStartError(
      `The database ${place} is PostgreSQL ${name}, which is too old: upgrade the server to 14 or newer.`,
    );
  if (encoding !== 'UTF8')
    throw new StorageStartError(`The database ${place} is encoded in ${encoding}: create one with encoding UTF8.`);
  if (fsync !== 'on') logger.error({ fsync }, 'the database server runs with fsync off: if it crashes, money is lost');
}

/** Warns if the server may run out of connections, before a process fails to connect. */
async function checkPlaces(client: Client, logger: Logger): Promise<void> {
  const { rows } = await client.query<{ places: bigint; taken: bigint }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int as places,
      (select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid())::int as taken`,
  );
  const [places, taken] = [Number(rows[0]?.places), Number(rows[0]?.taken)];
  if (places - taken >= connectionsInAll) return;
  logger.warn(
    { places, taken, wanted: connectionsInAll },
    'the database server has fewer free connections than this node may use: raise max_connections',
  );
}

async function prepareDatabase(
  { url, logger, clock }: PostgresOptions,
  migrations: readonly Migration[],
  place: string,
): Promise<void> {
  await withClient(url, async (client) => {
    await withClient(url, (other) => refuseSharedSessions(client, other, place));
    await checkServer(client, place, logger);
    await checkPlaces(client, logger);
    await migrate(client, migrations, { nowMs: clock.nowMs(), place });
    await makePartitions(client, clock.nowMs());
  });
}

/** All sessions are opened together. Heartbeats wait neither for changes, which run one at a time, nor for the long units of jobs. */
function openSessions(options: PostgresOptions, failoverLoss: FailoverLossCheck) {
  const { url, clock, soleNode, patienceMs = defaults.patienceMs } = options;
  const sole = soleNode ? createSoleNode(createIds(clock).uuid()) : null;
  const config = clientConfig(url, manners.writing);
  const retryPolicy = { clock, waitMs: patienceMs };
  const prepare = (client: Client): Promise<void> => prepareSession(client, manners.writing);
  return {
    groups: new Session({
      config,
      retryPolicy,
      async prepare(client) {
        await prepare(client);
        await sole?.take(client);
        await failoverLoss.check(client);
      },
    }),
    units: new Session({ config, retryPolicy, prepare }),
    changes: new Session({ config, retryPolicy, prepare }),
    jobs: new Session({ config, retryPolicy, prepare }),
  };
}

/**
 * PostgreSQL as the storage engine. Commits and units each use one connection, reads use small pools.
 * @throws {StorageStartError} with one sentence for the operator.
 */
export async function openPostgresDatabase(options: PostgresOptions, migrations: readonly Migration[]): Promise<Engine> {
  const { url, logger, clock, readersMax } = options;
  const place = placeOf(url);
  const failoverLoss = createFailoverLossCheck(logger);
  const sessions = openSessions(options, failoverLoss);
  let isClosed = false;
  const retryPolicy: RetryPolicy = { clock, waitMs: defaults.hotPatienceMs, isClosed: () => isClosed };
  const readers = (kind: 'hot' | 'reports', most: number): Readers =>
    new Readers({ url, manners: manners[kind], connectionsMax: readersMax ?? most, retryPolicy, prepared: kind === 'hot' });
  const lanes = { hot: readers('hot', connectionsMax.hot), reports: readers('reports', connectionsMax.reports) };
  const snapshots = readers('reports', connectionsMax.snapshots);
  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await Promise.all([...Object.values(lanes), snapshots, ...Object.values(sessions)].map((part) => part.close()));
  }
  try {
    await prepareDatabase(options, migrations, place);
    await sessions.groups.open();
    await Promise.all([sessions.units.open(), sessions.changes.open(), sessions.jobs.open()]);
  } catch (error) {
    await close();
    throw startErrorOf(error, place);
  }
  logger.debug({ place }, 'storage is open');
  const read: Engine['read'] = (lane, query) => lanes[lane].read(query);
  return {
    sql: 'postgres',
    read,
    snapshot: (use) => snapshots.snapshot(use),
    write(unit, audit) {
      const session = audit.length > 0 ? sessions.changes : sessions.units;
      return session.transaction((client) => runUnit(client, unit, audit));
    },
    writeSlowly: (unit) => sessions.jobs.transaction((client) => runUnit(client, unit, [])),
    async commitGroup(group, incarnation) {
      const statements = groupStatements(group, incarnation);
      const inserted = await sessions.groups.transaction((client) => runGroup(client, statements));
      const last = group.closed.at(-1);
      if (last !== undefined) failoverLoss.confirmed(last.id);
      return { duplicates: duplicatesOf(group, inserted) };
    },
    exclusively: (change) => inTurn(url, change),
    async keepPartitions(nowMs) {
      const failed = await withClient(url, (client) => makePartitions(client, nowMs));
      if (failed.length > 0) logger.warn({ failed }, 'could not create the partitions of the call log yet');
    },
    dropCallsThrough: (day) => withClient(url, (client) => dropPartitions(client, day)),
    checkFiles: () => checksumFailures(read),
    backup: () =>
      Promise.reject(
        new StorageError(
          'row',
          `${place} is backed up by PostgreSQL's own tools: pg_dump --format=custom, or its archive of the log`,
        ),
      ),
    close,
  };
}
