import type { ModelKind, Region, RouteBalance } from '@tollgate/contract/enumerations';
import type { Logger } from '../platform/logger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Downloads } from './files/downloads.ts';
import type { LiveList } from '../platform/live-list.ts';
import type { EventLoopBudget } from '../platform/event-loop-budget.ts';
import type { Ids } from '../platform/ids.ts';
import type { CallRecord } from '../domain/books/call-record.ts';
import type { ContentAddresses } from '../domain/content/content-address.ts';
import type { Objects } from '../domain/content/objects.ts';
import type { MediaSource } from '../upstream/fetch-media.ts';
import type { Books } from '../domain/books/books.ts';
import type { RefusedCalls } from '../domain/books/refused-calls.ts';
import type { Catalog } from '../domain/catalog/catalog.ts';
import type { NewsBoard } from '../domain/news/news-board.ts';
import type { TypicalOutput } from '../domain/catalog/typical-output.ts';
import type { BrokenConnections } from '../domain/limits/broken-connections.ts';
import type { Calendar } from '../domain/limits/calendar.ts';
import type { Coordination } from '../domain/limits/coordination.ts';
import type { FailedAttempts } from '../domain/limits/failed-attempts.ts';
import type { BodyMemory } from '../domain/limits/body-memory.ts';
import type { LentKeys } from '../domain/tenants/lent-keys.ts';
import type { LookupAllowance } from '../domain/limits/lookup-allowance.ts';
import type { RefusedBodies } from '../domain/limits/refused-bodies.ts';
import type { SpentKeys } from './observations/spent-keys.ts';
import type { SourceIp } from '../domain/limits/source-ip.ts';
import type { KeyDirectory } from '../domain/tenants/key-directory.ts';
import type { LocalEndpoint, LocalParts, ModelEndpoint } from '../endpoints/endpoint.ts';
import type { ScanLimits } from '../json/body-scanner.ts';
import type { Transport, UpstreamTimeouts } from '../upstream/exchange.ts';
import type { Routing } from '../upstream/routing/routing.ts';
import type { TaskRunner } from '../tasks/task-runner.ts';
import type { ReceivedCall } from './call.ts';
import type { UnknownFinishReasons } from './observations/unknown-finish-reasons.ts';
import type { LearnedFits } from './observations/learned-fits.ts';
import type { Pauses } from './pauses.ts';
import type { Protocols } from './protocols.ts';
import type { UsageDoubts } from './observations/usage-doubts.ts';

/** Limits of the request path. */
export interface GatewayLimits {
  readonly bodyBytesMax: number;
  /** For the JSON of a request body. */
  readonly scan: ScanLimits;
  /** A stream whose upstream stays silent this long is opened with comments, because proxies close silent connections. */
  readonly streamOpenAfterMs: number;
  /** A client that reads nothing for this long is disconnected. */
  readonly slowClientMs: number;
  /** Largest answer that is not streamed. */
  readonly wholeAnswerBytesMax: number;
  /** Maximum number of upstream attempts per call. */
  readonly attemptsMax: number;
  /** Free requests per key and minute: polls of tasks, and all others (model list, key state), counted separately. */
  readonly freePerMinute: { readonly usual: number; readonly polls: number };
  /** Maximum silence and total time of an upstream. */
  readonly timeouts: (kind: ModelKind, stream: boolean) => UpstreamTimeouts;
}

/** Everything that the stages need; built once in `main.ts`. */
export interface GatewayContext {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly deadlines: Deadlines;
  readonly logger: Logger;
  readonly limits: GatewayLimits;
  readonly timeZone: string;
  readonly region: Region;
  readonly publicUrl: () => string;
  readonly endpoints: readonly (ModelEndpoint | LocalEndpoint)[];
  /** The data for operations that are answered from our own state. */
  readonly local: LocalParts;
  readonly protocols: Protocols;
  readonly directory: KeyDirectory;
  readonly catalog: Catalog;
  /** Announced maintenance, during which no call is accepted. */
  readonly news: Pick<NewsBoard, 'maintenanceAt'>;
  readonly typicalOutput: TypicalOutput;
  readonly coordination: Coordination;
  readonly calendar: Calendar;
  readonly failedAttempts: FailedAttempts;
  /** The key look-ups that sources with too many failed attempts share. */
  readonly lookupAllowance: LookupAllowance;
  readonly lentKeys: LentKeys;
  readonly refusedCalls: RefusedCalls;
  /** Shares turns of the event loop between streams that deliver much at once and everything else. */
  readonly turns: EventLoopBudget;
  /** Memory of large bodies, by account. */
  readonly bodyMemory: BodyMemory;
  /** Counts refusals of requests whose body was read, by account. */
  readonly refusedBodies: RefusedBodies;
  /** Counts refusals for money that is spent, by key. */
  readonly spentKeys: SpentKeys;
  readonly brokenConnections: BrokenConnections;
  readonly sourceIp: SourceIp;
  readonly books: Books;
  /** Files generated for clients. */
  readonly objects: Objects;
  /** URLs at which files can be downloaded. */
  readonly contentAddresses: ContentAddresses;
  /** Files that upstreams refer to by URL. */
  readonly media: MediaSource;
  /** Runs tasks. */
  readonly runner: TaskRunner;
  /** Counts a finished call for monitoring. */
  readonly observe: (record: CallRecord) => void;
  readonly transport: Transport;
  readonly routing: Routing;
  /** How calls are shared between routes of equal rank, for keys without a setting. */
  readonly routeBalance: RouteBalance;
  readonly usageDoubts: UsageDoubts;
  /** Receives answers that ended with an unknown finish reason. */
  readonly unknownFinishReasons: UnknownFinishReasons;
  /** Request forms that providers accept. */
  readonly fits: LearnedFits;
  /** Calls that wait before they try a route again. */
  readonly pauses: Pauses;
  readonly state: GatewayState;
}

/** State that changes while the gateway runs. */
export interface GatewayState {
  /** No new calls are accepted; running ones finish. */
  draining: boolean;
  readonly downloads: Downloads;
  /** Answers that were sent and whose delivery is not yet confirmed. */
  unconfirmed: number;
  /** Running calls, so that each gets a truthful ending when the drain limit is reached. */
  readonly running: LiveList<ReceivedCall>;
}
