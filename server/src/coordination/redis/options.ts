import type { Calendar } from '../../domain/limits/calendar.ts';
import type { FiguresStore, FleetMembers } from '../../domain/limits/coordination.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Connect } from './link.ts';

export interface RedisCoordinationOptions {
  /** `redis://` or `rediss://` with user and password. For a cluster, several URLs separated by commas. */
  readonly url: string;
  /** ID of the database. Two databases cannot share one server, because their accounts would use the same keys. */
  readonly installation: string;
  /** Must be registered as live in the database before `start`. */
  readonly incarnation: string;
  readonly figures: FiguresStore;
  /** Reads the nodes that share the state from the database. */
  readonly members: () => Promise<FleetMembers>;
  /** Whether this node may still admit calls; checked again after every wait of a decision. */
  readonly mayAdmit?: () => boolean;
  /** Reads the revision of an account from the database. */
  readonly revisionOf: (accountId: string) => Promise<number>;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly logger: Logger;
  /** After this long without a response, the server counts as unavailable. */
  readonly timeoutMs?: number;
  /** Replaces the server's own time for rates. */
  readonly rateTimeMs?: () => number;
  /** Opens the connection instead of the client library. */
  readonly connect?: Connect;
}
