import { upstreamTimeouts, type Config } from '../../config/config.ts';
import { createLentKeys, type Borrower } from '../../domain/tenants/lent-keys.ts';
import { RefusedCalls } from '../../domain/books/refused-calls.ts';
import { createContentAddresses } from '../../domain/content/content-address.ts';
import { TypicalOutput } from '../../domain/catalog/typical-output.ts';
import { createFailedAttempts } from '../../domain/limits/failed-attempts.ts';
import { BodyMemory } from '../../domain/limits/body-memory.ts';
import { createRefusedBodies } from '../../domain/limits/refused-bodies.ts';
import { SpentKeys } from '../../gateway/observations/spent-keys.ts';
import { createSourceIp } from '../../domain/limits/source-ip.ts';
import { LookupAllowance } from '../../domain/limits/lookup-allowance.ts';
import { showTime } from '../../control/show-time.ts';
import { dialects } from '../../dialects/registry.ts';
import { localEndpoints, modelEndpoints, servedKinds } from '../../endpoints/registry.ts';
import { Downloads } from '../../gateway/files/downloads.ts';
import type { GatewayContext, GatewayLimits } from '../../gateway/gateway-context.ts';
import { UnknownFinishReasons } from '../../gateway/observations/unknown-finish-reasons.ts';
import { LearnedFits } from '../../gateway/observations/learned-fits.ts';
import { Pauses } from '../../gateway/pauses.ts';
import type { SiteSettingsReader } from '../../control/site-settings-ports.ts';
import { supportContact } from '../../control/support-contact.ts';
import { Protocols } from '../../gateway/protocols.ts';
import { UsageDoubts } from '../../gateway/observations/usage-doubts.ts';
import { scanLimits } from '../../json/body-scanner.ts';
import { createSandboxTransport } from '../../providers/sandbox/sandbox-transport.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { LiveList } from '../../platform/live-list.ts';
import { EventLoopBudget } from '../../platform/event-loop-budget.ts';
import { createMediaSource } from '../../upstream/fetch-media.ts';
import { createTaskService } from '../../tasks/task-service.ts';
import type { TaskParts } from '../../tasks/task-parts.ts';
import { TaskRunner } from '../../tasks/task-runner.ts';
import type { Tasks } from '../../domain/tasks/tasks.ts';
import { createHttpTransport } from '../../upstream/http-transport.ts';
import type { CallRecord } from '../../domain/books/call-record.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import { createRouting } from '../../upstream/routing/routing.ts';
import { createTransports } from '../../upstream/transports.ts';

/** Larger answers are refused, because they would have to be kept in memory to be checked. */
const wholeAnswerBytesMax = 64 * 1024 * 1024;
/** About what one read of a socket returns: a fraction of a millisecond of work. */
const relayedBytesPerTurn = 64 * 1024;
/** The first attempt and two more. */
const attemptsMax = 3;

function limitsOf({ limits }: Config): GatewayLimits {
  return {
    bodyBytesMax: limits.bodyBytesMax,
    scan: { ...scanLimits, depthMax: limits.jsonDepthMax },
    streamOpenAfterMs: limits.streamOpenAfterMs,
    slowClientMs: limits.slowClientTimeoutMs,
    wholeAnswerBytesMax,
    attemptsMax,
    freePerMinute: { usual: limits.freeRequestsPerMinute, polls: limits.pollsPerMinute },
    timeouts: (kind, stream) => upstreamTimeouts(limits, kind, stream),
  };
}

/** The parts that the request path shares with the rest of the service. */
export type SharedParts = Pick<
  GatewayContext,
  | 'clock'
  | 'ids'
  | 'deadlines'
  | 'logger'
  | 'directory'
  | 'catalog'
  | 'news'
  | 'coordination'
  | 'calendar'
  | 'brokenConnections'
  | 'books'
  | 'objects'
  | 'observe'
  | 'publicUrl'
> & {
  readonly version: string;
  /** The number of live nodes, including this one. */
  readonly nodes: () => number;
  readonly tasks: Tasks;
  readonly rowOf: TaskParts['rowOf'];
  readonly addNotices: TaskParts['addNotices'];
  readonly pricesOf: TaskParts['pricesOf'];
  readonly alarms: OperatorAlarms;
  readonly site: SiteSettingsReader;
  /** Whether a person still has the right under which a key was lent. */
  readonly mayStillBorrow: (borrower: Borrower) => Promise<boolean>;
  /** Signs the URLs of files. */
  readonly secret: string;
};

/** The task runner, and the tasks as their keys see them. */
function createTasks(
  config: Config,
  shared: SharedParts,
  parts: Pick<GatewayContext, 'transport' | 'routing' | 'media' | 'protocols' | 'contentAddresses'>,
) {
  const { clock, logger, tasks, books, coordination, catalog, objects, rowOf, addNotices, pricesOf, publicUrl, site } = shared;
  const observe = (record: CallRecord): void => {
    shared.observe(record);
    if (record.errorCode !== 'task_cancelled') return;
    const { id: callId, accountId, keyId, uncollected: taken } = record;
    shared.brokenConnections.took({ callId, accountId, keyId, taken, leftEarly: true, atMs: clock.nowMs() });
  };
  const { transport, routing, media, protocols, contentAddresses } = parts;
  const runner = new TaskRunner({
    clock,
    logger,
    tasks,
    books,
    coordination,
    catalog,
    objects,
    observe,
    rowOf,
    addNotices,
    pricesOf,
    transport,
    routing,
    media,
    musicOf: (provider) => protocols.music(provider),
    timeouts: upstreamTimeouts(config.limits, 'music', false),
  });
  const contact = (): Promise<string | null> => supportContact(site, config.supportContact);
  return { runner, desk: createTaskService({ tasks, runner, clock, contentAddresses, publicUrl, supportContact: contact }) };
}

/** Builds everything that the request path needs. */
export function createGatewayContext(config: Config, shared: SharedParts): GatewayContext {
  const { clock, deadlines, catalog, coordination, calendar, version, nodes, secret, ...rest } = shared;
  // Only the affected call is settled as broken; all others continue.
  const onDefect = (error: unknown): void => {
    shared.logger.error({ err: error }, 'an upstream answer caused an unexpected error');
  };
  const outward = {
    protocols: new Protocols(dialects, 'chat-completions'),
    contentAddresses: createContentAddresses(secret),
    media: createMediaSource({ deadlines }),
    transport: createTransports({
      http: createHttpTransport({
        clock,
        deadlines,
        version,
        onDefect,
      }),
      sandbox: createSandboxTransport({ clock, onDefect }),
    }),
    routing: createRouting({ clock, logger: shared.logger, nodes, alarms: shared.alarms }),
  };
  const { runner, desk } = createTasks(config, shared, outward);
  return {
    ...rest,
    ...outward,
    clock,
    deadlines,
    catalog,
    coordination,
    calendar,
    runner,
    limits: limitsOf(config),
    timeZone: config.timeZone,
    region: config.region,
    routeBalance: config.routeBalance,
    endpoints: [...modelEndpoints, ...localEndpoints],
    local: { catalog, kinds: servedKinds, coordination, calendar, tasks: desk, formatIso: showTime },
    typicalOutput: new TypicalOutput(),
    failedAttempts: createFailedAttempts({ attemptsPerMinute: config.limits.failedAttemptsPerMinute }),
    lookupAllowance: new LookupAllowance(),
    lentKeys: createLentKeys(createSecretBox(secret), shared.mayStillBorrow),
    refusedCalls: new RefusedCalls({
      clock,
      books: rest.books,
      rowsPerMinuteMax: config.limits.refusedCallsLoggedPerMinute,
      rowsPerDayMax: config.limits.refusedCallsLoggedPerDay,
    }),
    turns: new EventLoopBudget(relayedBytesPerTurn),
    bodyMemory: new BodyMemory(config.limits.largeBytesMax),
    refusedBodies: createRefusedBodies(),
    // A node of a fleet notices a top-up on another node only through an admission.
    spentKeys: new SpentKeys(config.redisUrl === null ? {} : { refusalsMax: Infinity }),
    sourceIp: createSourceIp(config.trustedProxies),
    usageDoubts: new UsageDoubts({ logger: shared.logger, alarms: shared.alarms }),
    unknownFinishReasons: new UnknownFinishReasons(shared.alarms),
    pauses: new Pauses(deadlines),
    fits: new LearnedFits(clock, shared.logger),
    state: { draining: false, downloads: new Downloads(), unconfirmed: 0, running: new LiveList() },
  };
}
