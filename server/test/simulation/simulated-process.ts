import { createNewsMarks } from '../../src/domain/people/news-marks.ts';
import type { Server } from 'node:http';
import type { Dispatcher } from 'undici';
import { readConfig, type Config } from '../../src/config/config.ts';
import type { ControlContext } from '../../src/control/control-context.ts';
import { createMemoryCoordination } from '../../src/coordination/memory/memory-coordination.ts';
import { createNewsBoard } from '../../src/domain/news/news-board.ts';
import { createCatalogHolder } from '../../src/domain/catalog/catalog-holder.ts';
import { createCalendar } from '../../src/domain/limits/calendar.ts';
import type { Coordination } from '../../src/domain/limits/coordination.ts';
import { compileIpAllowList } from '../../src/domain/limits/ip-allow-list.ts';
import { createBrokenConnections } from '../../src/domain/limits/broken-connections.ts';
import { createDirectory } from '../../src/domain/tenants/key-directory.ts';
import type { GatewayContext } from '../../src/gateway/gateway-context.ts';
import { serve } from '../../src/gateway/pipeline.ts';
import { createHttpServer, type RequestListener } from '../../src/http/http-server.ts';
import { Deadlines } from '../../src/platform/deadlines.ts';
import { noObjects } from '../../src/objects/no-objects.ts';
import { createIds } from '../../src/platform/ids.ts';
import type { Logger } from '../../src/platform/logger.ts';
import { createPaymentParts } from '../../src/service/parts/payment-parts.ts';
import { createExportParts } from '../../src/service/exports/export-parts.ts';
import { createSiteSettingsReader } from '../../src/control/site-settings-reader.ts';
import { createControlContext } from '../../src/service/parts/control-parts.ts';
import { createGatewayContext } from '../../src/service/parts/gateway-parts.ts';
import { createStores } from '../../src/service/stores.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { auditSince } from '../../src/books/audit/audit-since.ts';
import type { AuditReport } from '../../src/books/audit/finding.ts';
import { closeUsageHours } from '../../src/books/close-usage-hours.ts';
import { createBooks, type RunningBooks } from '../../src/books/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { lastBookedMs } from '../../src/books/last-booked.ts';
import { purgeCalls, purgeStrays } from '../../src/books/purge-calls.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { createTasksStore } from '../../src/storage/stores/tasks-store.ts';
import { recoverOpenCalls } from '../../src/books/recovery.ts';
import type { Transport } from '../../src/upstream/exchange.ts';
import { HttpExchange } from '../../src/upstream/http-exchange.ts';
import { ProcessClock } from '../process-clock.ts';
import type { Chance } from './chance.ts';
import type { WorldClock } from './world-clock.ts';
import { HeardAlarms } from '../heard-alarms.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Large enough for the longest outage; anything beyond it would be dropped and reported. */
const spillBytes = 512 * 1024;

/** Encrypts upstream keys in the simulated database. */
const secret = 'the secret of a simulated service';

/** Short, so that a simulated hour covers every kind of time-out. */
const times = {
  TOLLGATE_CONNECT_TIMEOUT_MS: '2000',
  TOLLGATE_FIRST_BYTE_TIMEOUT_MS: '5000',
  TOLLGATE_IDLE_TIMEOUT_MS: '4000',
  TOLLGATE_TOTAL_TIMEOUT_MS: '20000',
  TOLLGATE_STREAM_TOTAL_TIMEOUT_MS: '30000',
  TOLLGATE_SLOW_CLIENT_TIMEOUT_MS: '6000',
  TOLLGATE_STREAM_OPEN_AFTER_MS: '1500',
};

/** The environment of a process, and its witnesses. */
export interface Surroundings {
  readonly clock: WorldClock;
  readonly chance: Chance;
  readonly timeZone: string;
  readonly spillPath: string;
  readonly logger: Logger;
  readonly incarnation: string;
  engineFor(clock: ProcessClock): Engine;
  dispatcherFor(clock: ProcessClock): Dispatcher;
  /** Puts a witness between the gateway and its limits. */
  watch(coordination: Coordination): Coordination;
  /** Called for every record given to the books. */
  readonly observe: GatewayContext['observe'];
  /** Called for every request that reached the gateway, with its tag and call id. */
  onParsed(tag: string, callId: string): void;
  /** The disk serves the new process. */
  onClock(clock: ProcessClock): void;
}

function configFor(timeZone: string): Config {
  const read = readConfig({ TOLLGATE_DATA_DIR: '/simulated', TOLLGATE_TIME_ZONE: timeZone, ...times });
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return read.config;
}

/** The whole core of the gateway as one start of the program builds it, in a simulated environment. */
export class SimulatedProcess {
  readonly clock: ProcessClock;
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly gateway: GatewayContext;
  readonly control: ControlContext;
  readonly server: Server;
  readonly #incarnation: string;
  readonly #logger: Logger;
  #isJobRunning = false;

  private constructor(
    parts: Pick<SimulatedProcess, 'clock' | 'engine' | 'books' | 'gateway' | 'control'>,
    surroundings: Surroundings,
  ) {
    this.clock = parts.clock;
    this.engine = parts.engine;
    this.books = parts.books;
    this.gateway = parts.gateway;
    this.control = parts.control;
    this.#incarnation = surroundings.incarnation;
    this.#logger = surroundings.logger;
    const { ids } = this.gateway;
    const limits = { headersTimeoutMs: 15_000, requestTimeoutMs: 120_000, keepAliveTimeoutMs: 75_000, connectionsMax: 10_000 };
    const onRequest: RequestListener = (request, response, expectsContinue) => {
      const given: string[] = [];
      const uuid = (): string => {
        const id = ids.uuid();
        given.push(id);
        return id;
      };
      // The id is assigned before the first wait.
      void serve({ ...this.gateway, ids: { ...ids, uuid } }, request, response, expectsContinue);
      surroundings.onParsed(String(request.headers['x-simulation-tag']), given[0] ?? '');
    };
    this.server = createHttpServer(onRequest, onRequest, {
      limits: { ...limits, headerBytesMax: 16_384 },
      freshId: () => ids.uuid(),
    });
    this.clock.every(hourMs / 2, () => {
      void this.#runJobs();
    });
  }

  /** Starts in the order of the program: updates the books, closes calls that a crash left open, then loads catalogue and limits. */
  static async start(surroundings: Surroundings): Promise<SimulatedProcess> {
    const { chance, timeZone, spillPath, logger, incarnation } = surroundings;
    const clock = new ProcessClock(surroundings.clock);
    surroundings.onClock(clock);
    try {
      const config = configFor(timeZone);
      const engine = surroundings.engineFor(clock);
      const ids = createIds(clock, (block) => {
        chance.fill(block);
      });
      const books = createBooks({ engine, clock, logger, incarnation, spillPath, limits: { spillBytes } });
      await books.start();
      await recoverOpenCalls(engine, { clock, logger, incarnation });
      const stores = createStores(engine, secret, { clock, ids, leaves: false });
      const calendar = createCalendar(timeZone, clock, await lastBookedMs(engine));
      const deadlines = new Deadlines(clock);
      const directory = createDirectory({ store: stores.directory, compileIpAllowList });
      const catalog = await createCatalogHolder(stores.catalogStore);
      const news = await createNewsBoard(stores.announcements);
      const coordination = surroundings.watch(createMemoryCoordination({ figures: stores.figures, calendar, logger }));
      const made = createGatewayContext(config, {
        clock,
        ids,
        deadlines,
        logger,
        directory,
        catalog,
        coordination,
        calendar,
        books,
        objects: noObjects,
        alarms: new HeardAlarms(),
        news,
        secret,
        tasks: createTasksStore(engine, { incarnation, isFleet: false, box: createSecretBox(secret) }),
        rowOf: (callId) => stores.calls.find(callId),
        mayStillBorrow: () => Promise.resolve(true),
        addNotices: (drafts) => stores.notices.add(drafts),
        pricesOf: (model) => stores.catalog.pricesOf(model),
        brokenConnections: createBrokenConnections({ store: stores.takings, nodes: () => 1 }),
        nodes: () => 1,
        version: 'simulated',
        publicUrl: () => 'http://gateway.test',
        site: createSiteSettingsReader(stores.siteSettings, clock),
        observe: surroundings.observe,
      });
      const dispatcher = surroundings.dispatcherFor(clock);
      const gateway = { ...made, transport: transportOver(dispatcher, clock, deadlines, logger) };
      const storage = { engine, books, stores };
      const webhooks = { send: () => Promise.resolve({ status: 200, failure: null }), urlFault: () => null };
      const silentRobots = { send: () => Promise.resolve(null), addressFault: () => null, perMinute: () => 1 };
      const { exports, accountData } = createExportParts({
        config,
        objects: noObjects,
        store: stores.exports,
        accountData: stores.accountData,
        clock,
        peopleOf: () => Promise.resolve({ members: [], signIns: [] }),
      });
      const payments = createPaymentParts({
        ids: gateway.ids,
        config,
        clock,
        logger,
        alarms: new HeardAlarms(),
        consolePort: () => 0,
      });
      const control = createControlContext({
        gateway,
        catalog,
        news,
        newsMarks: createNewsMarks('of the simulation'),
        probeBudget: 0n,
        setUp: { sendsMail: false, supportContact: null, hasPublicAddress: false, secretInFolder: true },
        storage,
        fleet: null,
        site: createSiteSettingsReader(stores.siteSettings, clock),
        payments,
        exports,
        accountData,
        robots: silentRobots,
        objects: noObjects,
        webhooks,
      });
      return new SimulatedProcess({ clock, engine, books, gateway, control }, surroundings);
    } catch (error) {
      clock.die();
      throw error;
    }
  }

  /** Dies at once. */
  kill(): void {
    this.clock.die();
  }

  /** Ends like a drained process, which ends calls that exceed the time limit. */
  async stop(): Promise<void> {
    await this.books.stop();
    this.clock.die();
  }

  audit(): Promise<AuditReport> {
    return auditBooks(this.engine, { incarnation: this.#incarnation });
  }

  async #runJobs(): Promise<void> {
    if (this.#isJobRunning || !this.books.accepting) return;
    this.#isJobRunning = true;
    const nowMs = this.clock.nowMs();
    const due = { nowMs, keepMs: 90 * dayMs };
    try {
      await closeUsageHours(this.engine, { nowMs: this.gateway.calendar.now().hourStartMs, closeAfterMs: hourMs });
      await purgeCalls(this.engine, { ...due, logger: this.#logger });
      await purgeStrays(this.engine, due);
      const since = await auditSince(this.engine, nowMs - 2 * dayMs);
      const { ok, differenceNano } = await auditBooks(this.engine, { incarnation: this.#incarnation, ...since });
      if (!ok) this.#logger.error({ differenceNano }, 'the books do not balance');
    } catch (error) {
      this.#logger.info({ reason: String(error) }, 'job failed');
    } finally {
      this.#isJobRunning = false;
    }
  }
}

/** The gateway's own exchanges over connections in memory; only the HTTP client below is omitted. */
function transportOver(dispatcher: Dispatcher, clock: ProcessClock, deadlines: Deadlines, logger: Logger): Transport {
  const onDefect = (error: unknown): void => {
    logger.error({ reason: String(error) }, 'an upstream answer caused an unexpected error');
  };
  return {
    send({ route, path, body, timeouts }, sink) {
      const exchange = new HttpExchange({ clock, deadlines, onDefect }, timeouts, sink);
      exchange.open(dispatcher, { origin: route.baseUrl, path, method: 'POST', body });
      return exchange;
    },
    close: () => Promise.resolve(),
  };
}
