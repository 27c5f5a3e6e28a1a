import { queryOptions } from '@tanstack/react-query';
import type { ClosingAnswer } from '@tollgate/contract/account-life/closing';
import { accountLifeApi } from '../../../api/clients/account-life.ts';

export type AccountClosing = ClosingAnswer;

/** State of the account's closure, and what blocks it. */
export const closingQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'closing'],
    queryFn: () => accountLifeApi.readClosing({ params: { accountId } }),
  });
