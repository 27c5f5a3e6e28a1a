import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callsPaths } from '@tollgate/contract/calls/console-paths';
import type { OwnUsageAnswer } from '@tollgate/contract/calls/usage-files';
import { callsApi } from './clients/calls.ts';
import { allPages, largestPage } from './http/all-pages.ts';
import { urlOf } from './http/client.ts';

export type OwnUsage = OwnUsageAnswer;

export interface UsageQuestion {
  /** Dates such as `2026-11-20`; both are included. */
  readonly from?: string;
  readonly to?: string;
  /** `day`, `model`, `key_id`, `sub_account_id`, separated by commas. */
  readonly group_by?: string;
  readonly model?: string;
  readonly key_id?: string;
  readonly sub_account_id?: string;
}

/** All totals of the query. Keeps the previous ones while the new ones load. */
export const usageQuery = (accountId: string, question: UsageQuestion) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'usage', question],
    queryFn: async () => {
      const { rows } = await allPages((cursor) =>
        callsApi.sumUsage({
          params: { accountId },
          query: { ...question, limit: largestPage, ...(cursor === undefined ? {} : { cursor }) },
        }),
      );
      return rows;
    },
    placeholderData: keepPreviousData,
  });

/** Download address of the totals. */
export function usageFile(
  accountId: string,
  question: UsageQuestion,
  form: { readonly format: string; readonly encoding?: string; readonly locale: string },
): string {
  return urlOf(callsPaths.downloadUsage, { accountId }, { ...question, ...form });
}
