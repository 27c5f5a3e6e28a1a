import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@tollgate/contract/errors';
import type { Config } from '../config/config.ts';
import type { ControlContext } from '../control/control-context.ts';
import { createMemoryCoordination } from '../coordination/memory/memory-coordination.ts';
import { createCatalogHolder } from '../domain/catalog/catalog-holder.ts';
import { createCalendar, type Calendar } from '../domain/limits/calendar.ts';
import { compileIpAllowList } from '../domain/limits/ip-allow-list.ts';
import { createDirectory } from '../domain/tenants/key-directory.ts';
import type { GatewayContext } from '../gateway/gateway-context.ts';
import { serve } from '../gateway/pipeline.ts';
import { Metrics } from '../operations/metrics.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { Deadlines } from '../platform/deadlines.ts';
import { createIds } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { lastBookedMs } from '../storage/last-booked.ts';
import { createAdminDeps } from './admin-parts.ts';
import { createControlContext } from './control-parts.ts';
import { createControlServer, type ControlServer } from './control-server.ts';
import { drain } from './drain.ts';
import { firstStart, type FirstStart } from './first-start.ts';
import { createGatewayContext } from './gateway-parts.ts';
import type { RunningJobs } from '../jobs/run-jobs.ts';
import { startJobs } from './jobs.ts';
import { knownCatalogue } from './known-catalogue.ts';
import { localSecrets } from './local-secrets.ts';
import { createPinoLogger } from './pino-logger.ts';
import { sandboxCatalogue } from './sandbox-catalogue.ts';
import { localUrl, openServers, publicUrl, type Servers } from './servers.ts';
import { openStorage, type StorageParts } from './storage-parts.ts';

const controlBodyBytesMax = 1024 * 1024;
const hourMs = 3_600_000;

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
  /** Where the administrator interface and the reference are. */
  readonly consoleUrl: string;
  readonly port: number;
  readonly adminToken: string;
  readonly adminTokenFile: string | null;
  /** Present only on the very first start with a data folder. */
  readonly first: FirstStart | null;
  readonly recovered: number;
  readonly storage: StorageParts;
  readonly gateway: GatewayContext;
  readonly control: ControlContext;
  /**
   * Readiness fails first, running calls finish within the drain limit, then everything durable is closed. Asked again, it
   * answers when the first stop is done.
   * @param drainLimitMs in place of the configured limit.
   */
  stop(drainLimitMs?: number): Promise<void>;
}

/** Windows never reopen, not even over a restart: the calendar begins where the books end. */
async function openCalendar({ timeZone }: Config, { engine }: StorageParts, clock: Clock, logger: Logger): Promise<Calendar> {
  const bookedMs = await lastBookedMs(engine);
  const aheadMs = bookedMs - clock.nowMs();
  if (aheadMs > hourMs) {
    logger.warn(
      { aheadHours: Math.round(aheadMs / hourMs) },
      'the clock is behind the books: calls are booked in their last hour until it has caught up',
    );
  }
  return createCalendar(timeZone, clock, bookedMs);
}

/** Everything that works before anything listens. */
async function createCore({ config, ...given }: ServiceOptions, port: () => number) {
  const clock = given.clock ?? systemClock;
  const logger = given.logger ?? createPinoLogger(config.logLevel);
  const ids = createIds(clock);
  const secrets = localSecrets(config, ids);
  const incarnation = ids.uuid();
  const storage = await openStorage({ folder: config.dataDir, secret: secrets.secret, incarnation, clock, logger });
  const { stores, books } = storage;
  const calendar = await openCalendar(config, storage, clock, logger);
  const deadlines = new Deadlines(clock);
  const directory = createDirectory({ store: stores.keys, compileIpAllowList });
  const catalog = await createCatalogHolder(sandboxCatalogue(stores.catalogStore));
  const coordination = createMemoryCoordination({ figures: stores.figures, calendar, logger });
  const metrics = new Metrics({
    runningCalls: () => gateway.state.running.size,
    queuedRecords: () => books.stats().queued,
    storageAccepting: () => books.accepting,
  });
  const gateway = createGatewayContext(config, {
    ...{ clock, ids, deadlines, logger, directory, catalog, coordination, calendar, books },
    version: given.version,
    publicUrl: () => publicUrl(config, port()),
    observe: (record) => {
      metrics.observe(record);
    },
  });
  const control = createControlContext({ clock, ids, calendar, storage, directory, catalog, coordination, gateway });
  return {
    clock,
    calendar,
    logger,
    secrets,
    incarnation,
    storage,
    deadlines,
    metrics,
    gateway,
    control,
    state: { started: false },
  };
}

/** Whether clients are told another address than the one at which the home page was found. */
function isElsewhere({ consolePort, publicUrls }: Config): boolean {
  return consolePort !== null || publicUrls.domestic !== null || publicUrls.overseas !== null;
}

type Core = Awaited<ReturnType<typeof createCore>>;

function createControl({ config, version }: ServiceOptions, core: Core): Promise<ControlServer> {
  const { control, storage, gateway, logger, secrets, incarnation, metrics } = core;
  const { adminToken } = secrets;
  return createControlServer({
    bodyBytesMax: controlBodyBytesMax,
    freshId: () => gateway.ids.uuid(),
    admin: createAdminDeps({ control, storage, gateway, logger, adminToken, incarnation, dataDir: config.dataDir, version }),
    metrics,
    version,
    clientAddress: () => (isElsewhere(config) ? gateway.publicUrl() : null),
    unready() {
      if (!core.state.started) return 'starting';
      if (gateway.state.draining) return 'stopping';
      return storage.books.accepting ? null : 'call records cannot be stored';
    },
  });
}

interface Running {
  readonly core: Core;
  readonly jobs: RunningJobs;
  readonly controlServer: ControlServer;
  readonly servers: Servers;
}

async function stopAll({ core, jobs, controlServer, servers }: Running, limitMs: number): Promise<void> {
  const { gateway, storage, deadlines } = core;
  gateway.state.draining = true;
  // A job may be broken off anywhere, so calls do not wait for one that is under way, nor does the end.
  void jobs.stop();
  await drain({ servers: servers.all, gateway, limitMs, error: new ApiError('maintenance') });
  await controlServer.close();
  await gateway.transport.close();
  await storage.books.stop();
  await storage.engine.close();
  deadlines.close();
}

/**
 * Starts everything in order: secrets, storage, books brought up to date, catalog, listening.
 * @throws {StartError | StorageStartError} with one sentence for the person who started it.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, env } = options;
  let { port } = config;
  const core = await createCore(options, () => port);
  const { storage, gateway, control, secrets } = core;
  await knownCatalogue(control, config, env);
  const controlServer = await createControl(options, core);
  const onGateway = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    void serve(gateway, request, response, expectsContinue);
  };
  const servers = await openServers(config, { gateway: onGateway, control: controlServer.listener }, () => gateway.ids.uuid());
  ({ port } = servers);
  // Only now: a demo key made by a start that then fails to listen would never be shown.
  const first = await firstStart(control, storage.stores.settings);
  core.state.started = true;
  const jobs = startJobs(core);
  let stopping: Promise<void> | null = null;
  return {
    url: publicUrl(config, port),
    consoleUrl: localUrl(config, servers.consolePort),
    port,
    adminToken: secrets.adminToken,
    adminTokenFile: secrets.adminTokenFile,
    first,
    recovered: storage.recovered,
    storage,
    gateway,
    control,
    stop(drainLimitMs = config.limits.drainLimitMs) {
      stopping ??= stopAll({ core, jobs, controlServer, servers }, drainLimitMs);
      return stopping;
    },
  };
}
