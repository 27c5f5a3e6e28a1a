import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { DurationCounts } from '../../platform/duration-counts.ts';

/** Every way an attempt fails, as monitoring tells them apart. */
export const failureKinds = [
  'connect',
  'reset',
  'first_byte_timeout',
  'idle_timeout',
  'total_timeout',
  'protocol',
  'credentials',
  'throttled',
  'refused',
  'server_error',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** What one process knows of one route since it started, or since the route's address or key changed. */
export interface RouteReport {
  readonly standing: RouteStanding;
  /** When it came to stand so. */
  readonly sinceMs: number;
  /** When an ejected route is tried again. */
  readonly backAtMs: number | null;
  /** In words, never an upstream's own. */
  readonly lastFault: string | null;
  readonly lastFaultAtMs: number | null;
  readonly attempts: number;
  readonly failures: ReadonlyMap<FailureKind, number>;
  /** From the start of an attempt to the first byte of its answer. */
  readonly firstByte: DurationCounts;
}
