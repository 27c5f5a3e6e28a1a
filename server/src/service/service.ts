import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ApiError } from '@tollgate/contract/errors';
import type { Config } from '../config/config.ts';
import type { ControlContext } from '../control/control-context.ts';
import { createMemoryCoordination } from '../coordination/memory/memory-coordination.ts';
import { createCatalogHolder } from '../domain/catalog/catalog-holder.ts';
import { createCalendar } from '../domain/limits/calendar.ts';
import { compileIpAllowList } from '../domain/limits/ip-allow-list.ts';
import { createDirectory } from '../domain/tenants/key-directory.ts';
import type { GatewayContext } from '../gateway/gateway-context.ts';
import { serve } from '../gateway/pipeline.ts';
import { createHttpServer } from '../http/http-server.ts';
import { Metrics } from '../operations/metrics.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { Deadlines } from '../platform/deadlines.ts';
import { createIds } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { createAdminDeps } from './admin-parts.ts';
import { createControlContext } from './control-parts.ts';
import { createControlServer } from './control-server.ts';
import { drain } from './drain.ts';
import { firstStart, type FirstStart } from './first-start.ts';
import { createGatewayContext } from './gateway-parts.ts';
import { startJobs } from './jobs.ts';
import { knownCatalogue } from './known-catalogue.ts';
import { listen } from './listen.ts';
import { localSecrets } from './local-secrets.ts';
import { createPinoLogger } from './pino-logger.ts';
import { sandboxCatalogue } from './sandbox-catalogue.ts';
import { openStorage, type StorageParts } from './storage-parts.ts';

/** Idle client connections are kept as long as clients and proxies in front usually keep theirs. */
const keepAliveTimeoutMs = 75_000;
const headerBytesMax = 16 * 1024;
const controlBodyBytesMax = 1024 * 1024;

export interface ServiceOptions {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The running service, for whoever started it. */
export interface Service {
  readonly url: string;
  readonly port: number;
  readonly adminToken: string;
  readonly adminTokenFile: string | null;
  /** Present only on the very first start with a data folder. */
  readonly first: FirstStart | null;
  readonly recovered: number;
  readonly storage: StorageParts;
  readonly gateway: GatewayContext;
  readonly control: ControlContext;
  /** Readiness fails first, running calls finish within the drain limit, then everything durable is closed. */
  stop(): Promise<void>;
}

function publicUrlOf(config: Config, server: Server): string {
  const configured = config.publicUrls[config.region] ?? config.publicUrls.domestic ?? config.publicUrls.overseas;
  if (configured !== null) return configured;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/**
 * Starts everything in order: secrets, storage, books brought up to date, catalog, listening.
 * @throws {StartError | StorageStartError} with one sentence for the person who started it.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, env, version } = options;
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? createPinoLogger(config.logLevel);
  const ids = createIds(clock);
  const secrets = localSecrets(config, ids);
  const incarnation = ids.uuid();
  const storage = await openStorage({ folder: config.dataDir, secret: secrets.secret, incarnation, clock, logger });
  const { stores, books, engine } = storage;
  const calendar = createCalendar(config.timeZone, clock);
  const deadlines = new Deadlines(clock);
  const directory = createDirectory({ store: stores.keys, compileIpAllowList });
  const catalog = await createCatalogHolder(sandboxCatalogue(stores.catalogStore));
  const coordination = createMemoryCoordination({ figures: stores.figures, calendar, logger });
  let server: Server | null = null;
  const publicUrl = (): string => (server === null ? '' : publicUrlOf(config, server));
  const metrics = new Metrics({
    runningCalls: () => gateway.state.running.size,
    queuedRecords: () => books.stats().queued,
    storageAccepting: () => books.accepting,
  });
  const gateway = createGatewayContext(config, {
    clock,
    ids,
    deadlines,
    logger,
    directory,
    catalog,
    coordination,
    calendar,
    books,
    publicUrl,
    version,
    observe: (record) => {
      metrics.observe(record);
    },
  });
  const control = createControlContext({ clock, ids, calendar, storage, directory, catalog, coordination, gateway });
  await knownCatalogue(control, config, env);
  const first = await firstStart(control, stores.settings);
  const controlServer = await createControlServer({
    bodyBytesMax: controlBodyBytesMax,
    admin: createAdminDeps({
      control,
      storage,
      gateway,
      logger,
      adminToken: secrets.adminToken,
      incarnation,
      dataDir: config.dataDir,
      version,
    }),
    metrics,
    version,
    unready: () => (gateway.state.draining ? 'stopping' : books.accepting ? null : 'call records cannot be stored'),
  });
  const onGateway = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    void serve(gateway, request, response, expectsContinue);
  };
  const limits = { ...config.limits, keepAliveTimeoutMs, headerBytesMax };
  server = createHttpServer(onGateway, controlServer.listener, limits);
  const port = await listen(server, config.host, config.port);
  const jobs = startJobs({ storage, incarnation, clock, logger });
  return {
    url: publicUrl(),
    port,
    adminToken: secrets.adminToken,
    adminTokenFile: secrets.adminTokenFile,
    first,
    recovered: storage.recovered,
    storage,
    gateway,
    control,
    async stop() {
      gateway.state.draining = true;
      await jobs.stop();
      await drain({ server, gateway, limitMs: config.limits.drainLimitMs, error: new ApiError('maintenance') });
      await controlServer.close();
      await gateway.transport.close();
      await books.stop();
      await engine.close();
      deadlines.close();
    },
  };
}
