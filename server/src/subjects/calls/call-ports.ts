import type { Ending, Locale, StatusClass } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { CallRecord } from '../../domain/books/call-record.ts';

export interface CallsFilter {
  readonly accountId?: string | undefined;
  readonly subAccountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  readonly statusClass?: StatusClass | undefined;
  readonly ending?: Ending | undefined;
  readonly errorCode?: string | undefined;
  /** Admission time in epoch milliseconds: from inclusive, to exclusive. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface CallsPageRequest extends CallsFilter {
  /** The `next` value of an earlier page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface CallsPage {
  /** Newest first. With a filter by ending or error, a page can be shorter than its limit although there is a next page. */
  readonly rows: readonly CallRecord[];
  readonly next: string | null;
}

/** A period of the log: from inclusive, to exclusive. */
export type CallsStretch = CallsFilter & {
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether totals are divided by the time to the first token. */
  readonly withFirstToken?: boolean | undefined;
};

/** Totals of the calls in a period with the same ending. */
export interface CallSums {
  readonly statusClass: number;
  readonly errorCode: string | null;
  readonly calls: bigint;
  readonly charge: NanoCny;
  readonly inputTokens: bigint;
  readonly cachedTokens: bigint;
  readonly outputTokens: bigint;
  readonly newestId: string;
  /** Only for streams, on request: accurate to 5 %. */
  readonly firstTokenMs: number | null;
}

/** The last logged call of a key. */
export interface LastUse {
  readonly keyId: string;
  readonly atMs: number;
  readonly sourceIp: string;
}

/** Read access to the call log. */
export interface CallsStore {
  /** Omits keys without a logged call. */
  lastUses(keyIds: readonly string[]): Promise<readonly LastUse[]>;
  /** Totals by ending of the calls of one account, or of all accounts, in one period. Its duration grows with the number of calls. */
  sums(accountId: string | undefined, stretch: CallsStretch): Promise<readonly CallSums[]>;
  /** @throws {ApiError} `invalid_parameter` for an invalid cursor. */
  page(request: CallsPageRequest): Promise<CallsPage>;
  /** One call by its id, the `x-request-id` of its answer; `null` if there is none. */
  find(id: string): Promise<CallRecord | null>;
}

/** How a file of rows is written. */
export interface TableFormat {
  readonly format: 'xlsx' | 'csv';
  /** Only for CSV. */
  readonly encoding: 'utf-8' | 'gb18030';
  readonly locale: Locale;
}
