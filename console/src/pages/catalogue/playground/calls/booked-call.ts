import { queryOptions } from '@tanstack/react-query';
import type { OwnCallDetail } from '@tollgate/contract/calls/console-calls';
import { callsApi } from '../../../../api/clients/calls.ts';
import { ApiError } from '../../../../api/http/api-error.ts';
import { balanceQuery } from '../../../../api/own-account.ts';

export type BookedCall = OwnCallDetail;

/** Calls are recorded in batches a few times per second, so an immediate query usually finds nothing. */
const bookedAfterMs = 250;
/** A large response counts as delivered only some seconds after its end, and is recorded then. */
const waitsMs = [250, 400, 400, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000];

/** Polls for a call until it is recorded in the books. */
export const bookedCallQuery = (accountId: string, requestId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'calls', requestId],
    queryFn: async ({ client }) => {
      await new Promise((resolve) => setTimeout(resolve, bookedAfterMs));
      const path = { accountId, callId: requestId };
      const call = await callsApi.readCall({ params: path });
      void client.invalidateQueries({ queryKey: balanceQuery(accountId).queryKey });
      return call;
    },
    retry: (failures, error) => error instanceof ApiError && error.status === 404 && failures < waitsMs.length,
    retryDelay: (failures) => waitsMs[failures] ?? 5_000,
    staleTime: 'static',
  });
