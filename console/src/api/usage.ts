import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages, largestPage } from './all-pages.ts';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type OwnUsage = components['schemas']['OwnUsage'];

export interface UsageQuestion {
  /** `2026-11-20`, both included. */
  readonly from?: string;
  readonly to?: string;
  /** Names of `day`, `model`, `key_id`, `sub_account_id`, with commas between them. */
  readonly group_by?: string;
  readonly model?: string;
  readonly key_id?: string;
  readonly sub_account_id?: string;
}

/** All sums that answer the question; those from before stay while others are fetched. */
export const usageQuery = (accountId: string, question: UsageQuestion) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'usage', question],
    queryFn: async () => {
      const { rows } = await allPages((cursor) =>
        answerOf(
          api.GET('/api/console/accounts/{accountId}/usage', {
            params: {
              path: { accountId },
              query: { ...question, limit: largestPage, ...(cursor === undefined ? {} : { cursor }) },
            },
          }),
        ),
      );
      return rows;
    },
    placeholderData: keepPreviousData,
  });

/** Where the sums are fetched as a file. */
export function usageFile(
  accountId: string,
  question: UsageQuestion,
  form: { readonly format: string; readonly encoding?: string; readonly locale: string },
): string {
  const query = new URLSearchParams({ ...question, ...form });
  return `/api/console/accounts/${encodeURIComponent(accountId)}/usage/content?${query.toString()}`;
}
