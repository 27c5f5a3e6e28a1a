import { createNewsMarks } from '../domain/people/news-marks.ts';
import { ApiError } from '@tollgate/contract/errors';
import type { Config } from '../config/config.ts';
import type { ControlContext } from '../control/control-context.ts';
import { firstStart, type FirstStart } from '../subjects/site/first-start.ts';
import { createSiteSettingsReader } from '../control/site-settings-reader.ts';
import { putOnSale } from '../subjects/catalogue/known-catalogue.ts';
import { createBrokenConnections } from '../domain/limits/broken-connections.ts';
import type { GatewayContext } from '../gateway/gateway-context.ts';
import { Metrics } from '../operations/metrics.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { Deadlines } from '../platform/deadlines.ts';
import { createIds } from '../platform/ids.ts';
import { createLocalLeases } from '../platform/job-leases.ts';
import type { Logger } from '../platform/logger.ts';
import { createJobLeasesStore, databaseClockMs, guardedEngine } from '../storage/stores/job-leases-store.ts';
import { createAdminDeps } from './parts/admin-parts.ts';
import { accountJobs } from './parts/closing-parts.ts';
import { createControlContext, createKnownCatalogue, setUpFacts } from './parts/control-parts.ts';
import { createControlServer, type ControlServer } from './servers/control-server.ts';
import { drain, Stopping } from './servers/drain.ts';
import { createFrontDoor } from './servers/front-door.ts';
import { createConsoleDeps, createSignIn, type SignInParts } from './parts/identity-parts.ts';
import type { Identity } from '../identity/identity.ts';
import { createGatewayContext } from './parts/gateway-parts.ts';
import type { RunningJobs } from '../jobs/run-jobs.ts';
import type { RunningQueues } from '../jobs/run-queues.ts';
import { queueFigures, startJobs, startQueues } from './jobs.ts';
import { probeJob } from './parts/probe-parts.ts';
import { routeFigures } from './route-figures.ts';
import { newsMailJob, startNoticeMails } from './parts/mail-parts.ts';
import { localSecrets } from './start/local-secrets.ts';
import { createPaymentParts, paymentJobs, paymentQuestions } from './parts/payment-parts.ts';
import { createPinoLogger } from './pino-logger.ts';
import { openLiveEntries } from './live-entries.ts';
import { pageSite } from './page-site.ts';
import { localUrl, openServers, publicUrl, type Servers } from './servers/servers.ts';
import { createOutwardParts } from './parts/outward-parts.ts';
import { mayStillBorrow } from './lent-right.ts';
import { peopleInExport, type LatePeople } from './exports/people-in-export.ts';
import { openObjects } from './parts/object-parts.ts';
import { openState } from './parts/state-parts.ts';
import type { Engine } from '../storage/engine.ts';
import { countMails } from '../storage/stores/mail-outbox-store.ts';
import { purgeTasks } from '../storage/stores/tasks-store.ts';
import type { StorageParts } from './parts/storage-parts.ts';
import { warnOfUnmeasured } from './start/unmeasured-prices.ts';

const controlBodyBytesMax = 1024 * 1024;

export interface ServiceOptions {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Called when the other nodes have declared this process start dead: it can commit nothing more and must end. */
  readonly onDeclaredDead?: () => void;
  /** Called when everything is ready but nothing is listening yet: the last moment at which no client waits. */
  readonly beforeListening?: () => void;
}

/** The running service, as the code that started it sees it. */
export interface Service {
  readonly url: string;
  /** The base URL of the admin API and the reference. */
  readonly consoleUrl: string;
  readonly port: number;
  readonly adminToken: string;
  readonly adminTokenFile: string | null;
  /** Present only on the very first start with a data folder. */
  readonly first: FirstStart | null;
  /** The page on which the first administrator of the console is created; printed once. */
  readonly setupUrl: string | null;
  readonly recovered: number;
  readonly storage: StorageParts;
  readonly gateway: GatewayContext;
  readonly control: ControlContext;
  readonly signIn: SignInParts;
  /**
   * Readiness fails first, running calls finish within the drain limit, then everything durable is closed. If it is called again, the
   * shorter limit applies, and it resolves when the first stop is done.
   * @param drainLimitMs replaces the configured limit.
   */
  stop(drainLimitMs?: number): Promise<void>;
}

/** The ports, once they are listening. */
interface Address {
  port: number;
  consolePort: number;
}

/** Everything that works before anything is listening. */
async function createCore({ config, ...given }: ServiceOptions, address: Address) {
  const people: LatePeople = { identity: null };
  const clock = given.clock ?? systemClock;
  const logger = given.logger ?? createPinoLogger(config.logLevel);
  const ids = createIds(clock);
  const secrets = localSecrets(config, ids);
  const incarnation = ids.uuid();
  const own = { config, clock, ids, logger, incarnation, secrets };
  const { installation, storage, fleet, calendar, coordination, tasks, takingOver, recovered } = await openState({
    ...own,
    onDeclaredDead: given.onDeclaredDead ?? (() => undefined),
  });
  const { stores, books } = storage;
  const objects = await openObjects({ ...own, index: stores.objects, secret: secrets.secret });
  const deadlines = new Deadlines(clock);
  const newsMarks = createNewsMarks(secrets.secret);
  const { directory, catalog, news } = await openLiveEntries(stores, fleet);
  warnOfUnmeasured(logger, catalog.current, clock.nowMs());
  const site = createSiteSettingsReader(stores.siteSettings, clock);
  const { alarms, exports, accountData, robots, webhooks, queueJobs } = await createOutwardParts({
    ...{ ...own, stores, objects, address, site, newsMarks },
    peopleOf: (order) => peopleInExport(stores.members, people.identity, order),
    askPayments: paymentQuestions(() => control),
  });
  const metrics = new Metrics({
    runningCalls: () => gateway.state.running.size,
    unconfirmedAnswers: () => gateway.state.unconfirmed,
    queuedRecords: () => books.stats().queued,
    storageAccepting: () => books.accepting,
    routes: () => routeFigures(catalog.current.providers, gateway.routing),
    queueItems: () => queueFigures(storage.engine, queueJobs.all),
    mails: () => countMails(storage.engine),
    mailLockedOut: queueJobs.mailLockedOut,
    files: () => objects.fill(),
    fleet: fleet?.figures,
  });
  const nodes = (): number => Math.max(1, fleet?.figures.liveNodes() ?? 1);
  const gateway = createGatewayContext(config, {
    ...{ clock, ids, deadlines, logger, directory, catalog, coordination, calendar, books, objects, tasks, alarms, site },
    news,
    rowOf: (callId) => stores.calls.find(callId),
    addNotices: (drafts) => stores.notices.add(drafts),
    pricesOf: (model) => stores.catalog.pricesOf(model),
    mayStillBorrow: (borrower) => mayStillBorrow(stores.members, people.identity, borrower),
    brokenConnections: createBrokenConnections({ store: stores.takings, nodes }),
    nodes,
    secret: secrets.secret,
    version: given.version,
    publicUrl: () => publicUrl(config, address.port),
    observe: (record) => {
      metrics.observe(record);
    },
  });
  const payments = createPaymentParts({ ...{ config, clock, logger, alarms }, ids, consolePort: () => address.consolePort });
  const control = createControlContext({
    ...{ gateway, catalog, news, storage, fleet, site, payments, objects, exports, accountData, robots, webhooks },
    ...{ newsMarks, probeBudget: config.probeBudget, setUp: setUpFacts(config) },
  });
  return {
    clock,
    calendar,
    alarms,
    logger,
    secrets,
    incarnation,
    installation,
    storage,
    fleet,
    recovered,
    deadlines,
    metrics,
    gateway,
    takingOver,
    control,
    queueJobs,
    people,
    /** Each flag changes once; the service is not ready before the first and after the second. */
    state: { started: false, stopping: false },
  };
}

type Core = Awaited<ReturnType<typeof createCore>>;

interface ControlParts extends SignInParts {
  readonly known: ReturnType<typeof createKnownCatalogue>;
}

function createControl({ config, version }: ServiceOptions, core: Core, parts: ControlParts): Promise<ControlServer> {
  const { control, storage, gateway, logger, secrets, incarnation, metrics } = core;
  const { adminToken } = secrets;
  return createControlServer({
    ...createConsoleDeps(parts, { config, secret: secrets.secret, control, logger, sourceIp: gateway.sourceIp }),
    bodyBytesMax: controlBodyBytesMax,
    freshId: () => gateway.ids.uuid(),
    freshNonce: () => gateway.ids.secret(22),
    admin: createAdminDeps({
      control,
      storage,
      gateway,
      logger,
      alarms: core.alarms,
      adminToken,
      incarnation,
      config,
      version,
      fleet: core.fleet,
      ...parts,
    }),
    metrics,
    version,
    site: () => pageSite(control.site, config, gateway.publicUrl),
    isApart: config.consolePort !== null,
    unready() {
      if (!core.state.started) return 'starting';
      if (core.state.stopping) return 'stopping';
      const ofFleet = core.fleet?.unfit ?? core.fleet?.membership.worseThanOthers ?? null;
      return ofFleet ?? (storage.books.accepting ? null : 'call records cannot be stored');
    },
  });
}

interface Running {
  readonly core: Core;
  readonly jobs: readonly RunningJobs[];
  readonly queues: RunningQueues;
  readonly controlServer: ControlServer;
  readonly identity: Identity;
  readonly servers: Servers;
}

async function stopAll({ core, jobs, queues, controlServer, identity, servers }: Running, progress: Stopping): Promise<void> {
  const { gateway, storage, fleet, deadlines } = core;
  core.state.stopping = true;
  // A job is safe to interrupt anywhere, so neither calls nor the stop wait for a running one.
  for (const some of jobs) void some.stop();
  core.control.noticeFeed.close();
  const givenBack = queues.stop();
  await progress.grace();
  gateway.state.draining = true;
  await drain({ servers: servers.all, gateway, progress, error: new ApiError('maintenance') });
  await controlServer.close();
  await identity.close();
  await gateway.runner.stop();
  await gateway.transport.close();
  await gateway.media.close();
  gateway.refusedCalls.close();
  await givenBack;
  await core.alarms.stop();
  await storage.books.stop();
  await fleet?.leave();
  await storage.engine.close();
  deadlines.close();
}

/**
 * Starts everything in order: secrets, storage, books brought up to date, catalogue, listening.
 * @throws {StartError | StorageStartError} with one sentence for the person who started the service.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const address: Address = { port: options.config.port, consolePort: options.config.port };
  const core = await createCore(options, address);
  try {
    return await startServing(options, core, address);
  } catch (error) {
    await core.storage.books.stop();
    await core.fleet?.abandon();
    await core.storage.engine.close();
    throw error;
  }
}

/** @param address receives the ports once they are listening. */
async function startServing(options: ServiceOptions, core: Core, address: Address): Promise<Service> {
  const { config, env } = options;
  const { storage, gateway, control, secrets } = core;
  const known = createKnownCatalogue(control, config, env);
  await putOnSale(known, control, { settings: storage.stores.settings, logger: core.logger });
  const signIn = createSignIn({ ...core, config, secret: secrets.secret, consolePort: () => address.consolePort });
  const { identity } = signIn;
  core.people.identity = identity;
  const controlServer = await createControl(options, core, { known, ...signIn });
  const frontDoor = createFrontDoor({ gateway, control: controlServer, isApart: config.consolePort !== null });
  options.beforeListening?.();
  const servers = await openServers(config, frontDoor, { freshId: () => gateway.ids.uuid(), alarms: core.alarms });
  const { port } = servers;
  Object.assign(address, { port, consolePort: servers.consolePort });
  // Only now: if listening failed after the demo key was created, the key would never be shown.
  const first = await firstStart(control, storage.stores.settings);
  const setupToken = await signIn.firstAdministrator.first();
  core.state.started = true;
  gateway.runner.start(core.takingOver);
  const engineFor = (holder: string): Engine => (core.fleet === null ? storage.engine : guardedEngine(storage.engine, holder));
  const jobs = startJobs({
    ...core,
    ...{ ids: gateway.ids, windows: () => control.news.windows() },
    auditRetention: { ordinary: config.limits.auditDays, lasting: config.limits.auditLastingDays },
    errorBounds: { percent: config.alarmErrorPercent, callsMin: config.alarmErrorCalls },
    purgeObjects: async () => (await gateway.objects.purge()) + (await purgeTasks(storage.engine, core.clock.nowMs())),
    further: [
      ...accountJobs({ ...core, ...signIn, engineFor }),
      ...paymentJobs(core.control),
      newsMailJob({ ...core, ...signIn, config }),
      probeJob({ ...core, config, engineFor }),
    ],
    leases: core.fleet === null ? createLocalLeases(core.clock) : createJobLeasesStore(storage.engine, gateway.ids),
    // After an outage, other nodes may still have unwritten records; they get time to store them.
    mayClose: () => core.fleet?.membership.mayJudge ?? true,
    sharedClockMs: core.fleet === null ? null : () => databaseClockMs(storage.engine),
    engineFor,
  });
  const noticeMails = startNoticeMails({ ...core, ...signIn, config });
  const queues = startQueues({
    ...core,
    jobs: core.queueJobs.all,
    engine: storage.engine,
    ids: gateway.ids,
    isFleet: core.fleet !== null,
  });
  const progress = new Stopping(core.clock, config.limits.drainGraceMs);
  let stopping: Promise<void> | null = null;
  return {
    url: publicUrl(config, port),
    consoleUrl: localUrl(config, servers.consolePort),
    port,
    adminToken: secrets.adminToken,
    adminTokenFile: secrets.adminTokenFile,
    first,
    setupUrl: setupToken === null ? null : `${signIn.consoleOrigin()}/setup#token=${setupToken}`,
    recovered: core.recovered,
    storage,
    gateway,
    control,
    signIn,
    stop(drainLimitMs = config.limits.drainLimitMs) {
      progress.endWithin(drainLimitMs);
      stopping ??= stopAll({ core, jobs: [jobs, noticeMails], queues, controlServer, identity, servers }, progress);
      return stopping;
    },
  };
}
