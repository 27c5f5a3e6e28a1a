import { stopAutoTopUp } from '../../src/subjects/payments/cards/auto-top-ups.ts';
import type { OperatorRole } from '@tollgate/contract/people/rights';
import { createNewsMarks } from '../../src/domain/people/news-marks.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerAdminApi } from '../../src/admin-api/admin-api.ts';
import type { AdminDeps } from '../../src/admin-api/admin-deps.ts';
import { recheckRights } from '../../src/control-http/rights-of-requests.ts';
import { controlServerOptions } from '../../src/control-http/control-server-options.ts';
import { adminResources } from '../../src/subjects/operator-resources.ts';
import { ChangeQueue } from '../../src/control/change-queue.ts';
import { createFirstAdministrator } from '../../src/subjects/people/first-administrator.ts';
import type { Operations } from '../../src/control/operations-ports.ts';
import type { ControlContext } from '../../src/control/control-context.ts';
import { createSiteSettingsReader } from '../../src/control/site-settings-reader.ts';
import { NoticeFeed } from '../../src/subjects/notices/notice-feed.ts';
import { createMemoryCoordination } from '../../src/coordination/memory/memory-coordination.ts';
import { createLentKeys } from '../../src/domain/tenants/lent-keys.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { StatusBoard } from '../../src/domain/status/status-board.ts';
import { createNewsBoard } from '../../src/domain/news/news-board.ts';
import { createCatalogHolder } from '../../src/domain/catalog/catalog-holder.ts';
import { createCalendar, momentIn } from '../../src/domain/limits/calendar.ts';
import { createFailedAttempts } from '../../src/domain/limits/failed-attempts.ts';
import { compileIpAllowList, parseIpAllowList } from '../../src/domain/limits/ip-allow-list.ts';
import { createBrokenConnections } from '../../src/domain/limits/broken-connections.ts';
import { createSourceIp } from '../../src/domain/limits/source-ip.ts';
import { createDirectory } from '../../src/domain/tenants/key-directory.ts';
import { servedKinds } from '../../src/endpoints/registry.ts';
import { createPaymentServices } from '../../src/payments/registry.ts';
import { createIds } from '../../src/platform/ids.ts';
import type { ChangeLimits } from '../../src/storage/change-counts.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { modelMakers } from '../../src/providers/model-makers.ts';
import { createFolderParts } from '../../src/objects/folder/folder-parts.ts';
import { fileShares } from '../../src/objects/file-shares.ts';
import { createSealedObjects } from '../../src/objects/sealed-objects.ts';
import { vendors } from '../../src/providers/registry.ts';
import { sandboxCatalogue } from '../../src/service/sandbox-catalogue.ts';
import { createStores, type Stores } from '../../src/service/stores.ts';
import { createRouting, type Routing } from '../../src/upstream/routing/routing.ts';
import { HeardAlarms } from '../heard-alarms.ts';
import { VirtualClock } from '../virtual-clock.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openMigrated } from '../migrated-file.ts';

export const adminToken = 'tga-the-token-of-these-tests-alone';

/** Any JSON, so that tests can read it freely. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers are taken apart freely in assertions
export type Json = any;

/** Builds a path from a template, with values from earlier responses. */
export function at(parts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return String.raw({ raw: parts }, ...values);
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

export interface AdminBench {
  readonly url: string;
  readonly control: ControlContext;
  readonly stores: Stores;
  readonly operations: Operations;
  readonly clock: VirtualClock;
  readonly folder: string;
  readonly engine: Engine;
  /** `METHOD /path` of every registered route. */
  readonly routes: readonly {
    readonly method: string;
    readonly url: string;
    readonly changesCatalogue: boolean;
    readonly who?: string;
    /** Operator roles that a route of the admin API names. */
    readonly operators?: readonly OperatorRole[];
    /** Input schemas of the route. */
    readonly schema?: { readonly body?: unknown; readonly querystring?: unknown };
  }[];
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly nodesBehind?: readonly string[];
  /** Adds further APIs on the same server. */
  readonly beside?: (scope: FastifyInstance, control: ControlContext) => void;
  /** The signed-in operator of a request; none by default. */
  readonly signedInOperator?: (control: ControlContext) => AdminDeps['signedInOperator'];
  /** Limits on the number of changes; none by default. */
  readonly changeLimits?: ChangeLimits;
  /** Called for each accepted request whose body has not arrived yet. */
  readonly onHead?: () => void;
}

/** The admin API over real HTTP on a real database in a separate folder; only time is virtual. */
export async function startAdminBench(options: BenchOptions = {}): Promise<AdminBench> {
  const { nodesBehind = [], beside, signedInOperator, onHead, changeLimits = null } = options;
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-admin-'));
  const clock = new VirtualClock();
  const engine = await openMigrated(folder, clock);
  const stores = createStores(engine, 'the secret of these tests', { clock, ids: createIds(clock), leaves: true }, changeLimits);
  const routing = createRouting({ clock, logger: silentLogger });
  const control = await controlOn(stores, { clock, routing, folder });
  const routes: AdminBench['routes'][number][] = [];
  const app = Fastify(controlServerOptions(silentLogger));
  recheckRights(app, clock);
  app.addHook('preParsing', (_request, _reply, _payload, next) => {
    onHead?.();
    next();
  });
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    const changesCatalogue = config?.changesCatalogue === true;
    const { who, operators } = config ?? {};
    const said = { ...(who === undefined ? {} : { who }), ...(operators === undefined ? {} : { operators }) };
    for (const one of [method].flat())
      routes.push({ method: one, url, changesCatalogue, ...(schema === undefined ? {} : { schema }), ...said });
  });
  const operations: Operations = {
    testProvider: () => Promise.resolve([]),
    tryProvider: () =>
      Promise.resolve({
        ...{ ok: true, field: null, cause: null, why: null, words: null, status: null },
        ...{ dialects: [], model: null, models: null, checks: [] },
      }),
    vendors: [],
    simulateRoute: () => ({ endpoint: 'chat.completions', expected: null, refusal: null, steps: [] }),
    readPriceList: () =>
      Promise.resolve({
        ...{ format: 'litellm', usd_cny: '7.2', margin_percent: '0', cannot_say: [] },
        ...{ proposals: [], unchanged: [], notListed: [], unusable: [] },
      }),
    fetchModels: ({ name }) => Promise.resolve({ provider: name, data: [], missing: [] }),
    environment: { differences: () => Promise.resolve([]), take: () => Promise.resolve() },
    goOnAuditing: () => undefined,
    audit: () =>
      Promise.resolve({
        ok: true,
        checked: { calls: 0, usage_hours: 0, ledger_entries: 0, accounts: 0, statements: 0, audit_log_entries: 0 },
        difference: '0',
        kinds: [],
        findings: [],
        findings_count: 0,
      }),
    backup: async (name) => {
      await engine.backup(join(folder, name));
      return { path: name, bytes: 0 };
    },
  };
  const deps: AdminDeps = {
    control,
    adminToken,
    signedInOperator: signedInOperator?.(control) ?? (() => Promise.resolve(null)),
    people: { findPerson: () => Promise.resolve(null) },
    firstAdministrator: createFirstAdministrator({
      context: control,
      settings: stores.settings,
      clock,
      ids: control.ids,
      makeVerified: () => Promise.resolve(null),
    }),
    consoleOrigin: () => 'http://127.0.0.1:8080',
    sourceIp: createSourceIp([]),
    failedAttempts: createFailedAttempts({ attemptsPerMinute: 200 }),
    brokenConnections: createBrokenConnections({ store: stores.takings, nodes: () => 1 }),
    nodesBehind: () => Promise.resolve(nodesBehind),
    routeReport: (route) => routing.report(route),
    operations,
    logger: silentLogger,
    version: '0.0.0-test',
  };
  await registerAdminApi(app, deps, adminResources, (scope) => beside?.(scope, control));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${String((app.server.address() as AddressInfo).port)}`;
  return {
    url,
    control,
    stores,
    operations,
    clock,
    folder,
    engine,
    routes,
    ask: (method, path, body, headers) => ask(`${url}${path}`, method, body, headers),
    async close() {
      await app.close();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Chat bots at any address, which receive nothing. */
const deafRobots: ControlContext['robots'] = {
  send: () => Promise.resolve('nobody is there'),
  addressFault: () => null,
  perMinute: () => 18,
};

interface ControlSurroundings {
  readonly clock: VirtualClock;
  readonly routing: Routing;
  readonly folder: string;
}

async function controlOn(stores: Stores, { clock, routing, folder }: ControlSurroundings): Promise<ControlContext> {
  const calendar = createCalendar('Asia/Shanghai', clock);
  return {
    clock,
    ids: createIds(clock),
    calendar,
    stores,
    directory: createDirectory({ store: stores.directory, compileIpAllowList }),
    catalog: await createCatalogHolder(sandboxCatalogue(stores.catalogStore)),
    news: await createNewsBoard(stores.announcements),
    newsMarks: createNewsMarks('of the bench'),
    probeBudget: 5_000_000_000n,
    setUp: { sendsMail: false, supportContact: null, hasPublicAddress: false, secretInFolder: true },
    status: new StatusBoard({
      clock,
      logger: silentLogger,
      reader: stores.status,
      incidents: stores.incidents,
      dayOf: (ms) => momentIn(ms, calendar.timeZone).day,
    }),
    coordination: createMemoryCoordination({ figures: stores.figures, calendar, logger: silentLogger }),
    routing,
    lentKeys: createLentKeys(createSecretBox('of the bench'), () => Promise.resolve(true)),
    others: null,
    changeQueue: new ChangeQueue(),
    exports: {
      store: stores.exports,
      files: {
        hasRoom: () => Promise.resolve(true),
        write: () => Readable.from([Buffer.from('calls')]),
        writeStatement: () => Readable.from([Buffer.from('statement')]),
        writeUsage: () => Readable.from([Buffer.from('usage')]),
        open: () => Promise.resolve(null),
      },
    },
    accountData: {
      store: stores.accountData,
      files: { hasRoom: () => Promise.resolve(true), open: () => Promise.resolve(null) },
    },
    robots: deafRobots,
    webhooks: { send: () => Promise.resolve({ status: null, failure: 'nobody is there' }), urlFault: () => null },
    site: createSiteSettingsReader(stores.siteSettings, clock),
    payments: {
      services: createPaymentServices({ nowMs: () => clock.nowMs(), nonce: () => 'nonce' }),
      origin: () => 'https://console.test',
      alarms: new HeardAlarms(),
      logger: silentLogger,
    },
    alarms: new HeardAlarms(),
    uploads: createSealedObjects({
      index: stores.objects,
      parts: createFolderParts(join(folder, 'objects')),
      secret: 'of the bench',
      clock,
      logger: silentLogger,
      limits: { keptMs: 1, objectBytesMax: 1, ownBytesMax: 1024 ** 3, shares: fileShares(4 * 1024 ** 3, 1024 ** 3) },
    }),
    stopCharging: (context, principal, accountId) => stopAutoTopUp(context, principal, accountId, 'money_returned'),
    noticeFeed: new NoticeFeed({ notices: stores.notices, clock, logger: silentLogger }),
    dialects: new Map([['chat-completions', 'chat']]),
    kinds: servedKinds,
    makerOf: modelMakers(vendors),
    parseIpAllowList,
  };
}

async function ask(url: string, method: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${adminToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  let parsed: Json = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The response is a page, not JSON.
  }
  return { status: answer.status, headers: answer.headers, text, body: parsed };
}
