import type { Calendar } from '../../domain/limits/calendar.ts';
import type { FiguresStore, FleetMembers } from '../../domain/limits/coordination.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Connect } from './link.ts';

export interface RedisCoordinationOptions {
  /** `redis://` or `rediss://` with user and password; several, separated by commas, for a cluster. */
  readonly url: string;
  /** Id of the database: two databases cannot share one server, because their accounts would use the same keys. */
  readonly installation: string;
  /** Registered as live in the database before `start`. */
  readonly incarnation: string;
  readonly figures: FiguresStore;
  /** The nodes that share the state, read from the database now. */
  readonly members: () => Promise<FleetMembers>;
  /** Whether this node may still admit: asked again after what a decision has waited for. */
  readonly mayAdmit?: () => boolean;
  /** Revision of an account, read from the database now. */
  readonly revisionOf: (accountId: string) => Promise<number>;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly logger: Logger;
  /** After this long without an answer the server counts as away. */
  readonly timeoutMs?: number;
  /** Measures rates in place of the server's own time. */
  readonly rateTimeMs?: () => number;
  /** Opens the connection in place of the client library. */
  readonly connect?: Connect;
}
