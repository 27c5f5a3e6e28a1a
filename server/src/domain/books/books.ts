import type { CallRecord, NoticeDraft, OpenMark } from './call-record.ts';

/** A request whose key matched nothing. It belongs to no account, so only operators see it. Never contains the value sent. */
export interface StrayRefusal {
  readonly atMs: number;
  readonly sourceIp: string;
  readonly path: string;
  readonly code: string;
  readonly fault: string;
  /** Number of requests in this entry; 1 unless the books combined many of one address and minute. */
  readonly count?: number;
}

/**
 * Durable record of every call. Records are queued, committed in groups with one fsync, and survive a storage outage in a spill file; calls
 * do not wait for it.
 */
export interface Books {
  /** Marks an admitted call as open; dropped for free if the call closes before its group is taken. */
  open(mark: OpenMark): void;
  /** Accepts the one final record of a call, with its notices. */
  close(record: CallRecord, notices: readonly NoticeDraft[]): void;
  stray(refusal: StrayRefusal): void;
  /** `false` while records cannot be made durable: no paid call may go upstream then. */
  readonly accepting: boolean;
  /** Resolves when everything queued so far is durable; rejects if no file can currently store it. */
  flush(): Promise<void>;
}
