import type { NanoCny } from '@tollgate/contract/money';
import type { ProbeTally } from './slot-rule.ts';

export interface ProbeRow extends ProbeTally {
  readonly model: string;
}

export interface ProbeAt {
  /** Begin of the slot. */
  readonly startMs: number;
  /** YYYYMMDD in the service's time zone. */
  readonly day: number;
}

/** Results and costs of probe calls. */
export interface ProbesWriter {
  of(startMs: number): Promise<readonly ProbeRow[]>;
  add(at: ProbeAt, row: ProbeRow, cost: NanoCny): Promise<void>;
  purge(beforeMs: number): Promise<void>;
}

export interface ProbesReader {
  /** Their cost on a day. */
  spentOn(day: number): Promise<NanoCny>;
  /** The cost of probes whose slot began then or later. */
  spentSince(fromMs: number): Promise<NanoCny>;
  /** Models that are not to be called. */
  switchedOff(): Promise<ReadonlySet<string>>;
  /** Slots since then that our own calls have judged, newest first. */
  judgedSince(fromMs: number): Promise<readonly { readonly model: string; readonly startMs: number }[]>;
}
