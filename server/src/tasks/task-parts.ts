import type { MusicUpstream } from '../dialects/music-upstream.ts';
import type { Books } from '../domain/books/books.ts';
import type { CallRecord, NoticeDraft } from '../domain/books/call-record.ts';
import type { Catalog } from '../domain/catalog/catalog.ts';
import type { PricesOf } from '../domain/catalog/find-price-version.ts';
import type { Provider } from '../domain/catalog/model.ts';
import type { Objects } from '../domain/content/objects.ts';
import type { Coordination } from '../domain/limits/coordination.ts';
import type { Tasks } from '../domain/tasks/tasks.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Transport, UpstreamTimeouts } from '../upstream/exchange.ts';
import type { MediaSource } from '../upstream/fetch-media.ts';
import type { Routing } from '../upstream/routing/routing.ts';

/** The protocol in which a provider generates music. */
export interface SpokenMusic {
  readonly name: string;
  readonly music: MusicUpstream;
}

/** The dependencies of the work on tasks. */
export interface TaskParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tasks: Tasks;
  readonly books: Pick<Books, 'close' | 'flush'>;
  readonly coordination: Pick<Coordination, 'settle'>;
  /** The row of a call, from the database. */
  readonly rowOf: (callId: string) => Promise<CallRecord | null>;
  readonly addNotices: (drafts: readonly NoticeDraft[]) => Promise<void>;
  readonly catalog: Catalog;
  readonly pricesOf: PricesOf;
  /** `null` if the provider generates no music. */
  readonly musicOf: (provider: Provider) => SpokenMusic | null;
  readonly routing: Routing;
  readonly transport: Transport;
  readonly media: MediaSource;
  readonly objects: Objects;
  /** For requests that are answered immediately. */
  readonly timeouts: UpstreamTimeouts;
  /** Counts a finished task for monitoring. */
  readonly observe: (record: CallRecord) => void;
}
