import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { DurationCounts } from '../../platform/duration-counts.ts';

/** Every way an attempt fails, as monitoring distinguishes them. */
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

/** State of a route or key in one process since it started, or since the address or key changed. */
export interface HealthReport {
  readonly standing: RouteStanding;
  /** When it entered this state. */
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

export interface KeyReport extends HealthReport {
  /** The attempts that are running or were made in the last minute have reached its limits. */
  readonly isFull: boolean;
}

export interface RouteReport extends HealthReport {
  /** By id, those that are switched on. */
  readonly keys: ReadonlyMap<string, KeyReport>;
}
