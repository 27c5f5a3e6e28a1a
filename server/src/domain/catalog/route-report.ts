import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { DurationCounts } from '../../platform/duration-counts.ts';

/** The kinds of failed attempts that monitoring distinguishes. */
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
  /** The start of this state. */
  readonly sinceMs: number;
  /** When an ejected route is tried again. */
  readonly backAtMs: number | null;
  /** Our own description, never the upstream's message. */
  readonly lastFault: string | null;
  readonly lastFaultAtMs: number | null;
  readonly attempts: number;
  /** When the latest attempt began. */
  readonly lastUsedAtMs: number | null;
  readonly failures: ReadonlyMap<FailureKind, number>;
  /** From the start of an attempt to the first byte of its answer. */
  readonly firstByte: DurationCounts;
  /** Answered and failed attempts of each of the last 60 minutes, oldest first. */
  readonly minutes: { readonly answered: readonly number[]; readonly failed: readonly number[] };
}

export interface KeyReport extends HealthReport {
  /** Whether the running attempts, or those of the last minute, have reached the key's limits. */
  readonly isFull: boolean;
}

export interface RouteReport extends HealthReport {
  /** The enabled keys, by ID. */
  readonly keys: ReadonlyMap<string, KeyReport>;
}
