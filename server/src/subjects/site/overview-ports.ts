import type { NanoCny } from '@tollgate/contract/money';

/** Usage of a model in one hour, over all accounts. */
export interface ModelHour {
  readonly hourStartMs: number;
  /** `''` if the call named none. */
  readonly model: string;
  readonly calls: number;
  readonly charge: NanoCny;
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
}

/** Epoch milliseconds: from inclusive, to exclusive. */
export interface HourSpan {
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** Data of the operator overview: hourly totals, and failures from the log. */
export interface OverviewStore {
  hours(span: HourSpan): Promise<readonly ModelHour[]>;
  /** Number of 5xx responses for the calls that started in each span. */
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
