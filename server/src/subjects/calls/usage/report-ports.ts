import type { UsageGroup } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { Page } from '../../../control/page-ports.ts';
import type { TableFormat } from '../call-ports.ts';

export interface StrayRow {
  readonly id: bigint;
  readonly atMs: number;
  readonly sourceIp: string;
  readonly path: string;
  readonly code: string;
  readonly fault: string;
  readonly count: number;
}

export interface UsageFilter {
  readonly accountId?: string | undefined;
  readonly subAccountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  /** First and last admission day, YYYYMMDD. */
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  readonly groups: readonly UsageGroup[];
}

/** Usage totals to write; passed between threads. */
export interface UsageExport extends TableFormat {
  readonly usage: UsageFilter & { readonly accountId: string };
}

export interface UsageSums {
  /** One value per requested group, in that order. A missing sub-account or model is `''`. */
  readonly group: readonly (string | number)[];
  readonly calls: bigint;
  readonly chargedCalls: bigint;
  readonly inputTokens: bigint;
  readonly cachedTokens: bigint;
  readonly outputTokens: bigint;
  readonly reasoningTokens: bigint;
  readonly charge: NanoCny;
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
  /** Named quantities, such as images. */
  readonly quantities: Readonly<Record<string, bigint>>;
}

/** Reads for reports; never used on the request path. */
export interface ReportsStore {
  strays(page: Page<bigint>): Promise<readonly StrayRow[]>;
  usage(filter: UsageFilter, page: Page<readonly (string | number)[]>): Promise<readonly UsageSums[]>;
}
