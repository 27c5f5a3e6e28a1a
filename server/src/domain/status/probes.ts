import type { NanoCny } from '@tollgate/contract/money';
import type { ProbeTally } from './slot-rule.ts';

export interface ProbeRow extends ProbeTally {
  readonly model: string;
}

export interface ProbeAt {
  /** Start of the slot. */
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
  /** The cost of probes on a day. */
  spentOn(day: number): Promise<NanoCny>;
  /** The cost of probes whose slot began at this time or later. */
  spentSince(fromMs: number): Promise<NanoCny>;
  /** Models that must not be probed. */
  switchedOff(): Promise<ReadonlySet<string>>;
  /** Slots since then that were judged by our own calls, newest first. */
  judgedSince(fromMs: number): Promise<readonly { readonly model: string; readonly startMs: number }[]>;
}
