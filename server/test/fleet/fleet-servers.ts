/** A database and a coordination server for the tests, and nodes that share them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service, ServiceOptions } from '../../src/service/service.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { PostgresServer } from '../servers/postgres-server.ts';
import { RedisServer } from '../servers/redis-server.ts';
import { startInProcess } from '../service-in-process.ts';

export const adminToken = 'the-admin-token-of-a-test-fleet';

/** Real servers on free ports, with files in temporary folders. */
export class FleetServers {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly #folder: string;
  readonly #ends: (() => Promise<unknown>)[] = [];
  #nodes = 0;

  private constructor(postgres: PostgresServer, redis: RedisServer, folder: string) {
    this.postgres = postgres;
    this.redis = redis;
    this.#folder = folder;
  }

  static async start(): Promise<FleetServers> {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-fleet-'));
    const postgres = await PostgresServer.start();
    try {
      return new FleetServers(postgres, await RedisServer.start(), folder);
    } catch (error) {
      await postgres.remove();
      throw error;
    }
  }

  /** Creates an empty database; nodes started with the same result form one fleet. Ends the nodes of the previous one. */
  async newFleet(): Promise<FleetEnvironment> {
    await Promise.allSettled(this.#ends.splice(0).map((end) => end()));
    await this.redis.command('FLUSHALL');
    return {
      TOLLGATE_DATABASE_URL: await this.postgres.newDatabase(),
      TOLLGATE_REDIS_URL: this.redis.url,
      TOLLGATE_SECRET: 'the sealing secret of a test fleet'.replaceAll(' ', '-'),
      TOLLGATE_ADMIN_TOKEN: adminToken,
      TOLLGATE_PORT: '0',
    };
  }

  /** A separate folder for one node; a node started again with it is the same node. */
  nodeFolder(): string {
    this.#nodes += 1;
    return join(this.#folder, `node-${String(this.#nodes)}`);
  }

  /** A node as a separate process; `within` is a command such as `ip netns exec <name>`. */
  async process(fleet: FleetEnvironment, folder = this.nodeFolder(), within: readonly string[] = []): Promise<ServerProcess> {
    const server = await ServerProcess.start(folder, fleet, within);
    this.#ends.push(() => server.kill());
    return server;
  }

  /** A node inside this process, so that a test can inspect it. */
  async service(
    fleet: FleetEnvironment,
    folder = this.nodeFolder(),
    own: Pick<ServiceOptions, 'clock' | 'logger' | 'onDeclaredDead'> = {},
  ): Promise<Service> {
    const service = await startInProcess({ ...fleet, TOLLGATE_DATA_DIR: folder }, own);
    this.#ends.push(() => service.stop(0));
    return service;
  }

  /** Ends all remaining nodes, then the servers. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#ends.map((end) => end()));
    await Promise.allSettled([this.postgres.remove(), this.redis.stop()]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export type FleetEnvironment = Readonly<Record<string, string>>;
