import type { NanoCny } from '@tollgate/contract/money';

/** An hour's use of a model, over all accounts. */
export interface ModelHour {
  readonly hourStartMs: number;
  /** `''`: the call named none. */
  readonly model: string;
  readonly calls: number;
  readonly charge: NanoCny;
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
}

/** From inclusive, to exclusive; epoch milliseconds. */
export interface HourSpan {
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** The data of the operator's overview; reads hourly sums, and failures of the log. */
export interface OverviewStore {
  hours(span: HourSpan): Promise<readonly ModelHour[]>;
  /** How many answers of 5xx each span has, of calls that began in it. */
  failed(spans: readonly HourSpan[]): Promise<readonly number[]>;
  lastAudit(): Promise<AuditResult | null>;
}

export interface AuditResult {
  readonly atMs: number;
  readonly ok: boolean;
  /** In nano-CNY, as a decimal string. */
  readonly differenceNano: string;
  readonly findingsCount: number;
  readonly of: 'recent' | 'all';
}
