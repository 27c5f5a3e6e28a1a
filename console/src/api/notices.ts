import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type OwnNotice = components['schemas']['OwnNotice'];

export const noticesKey = (accountId: string) => ['accounts', accountId, 'notices'] as const;

/** How many messages nobody of the account has read. */
export const unreadQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...noticesKey(accountId), 'unread'],
    queryFn: async () => {
      const path = { accountId };
      return (await answerOf(api.GET('/api/console/accounts/{accountId}/notices/unread', { params: { path } }))).unread;
    },
    staleTime: 60_000,
  });

/** Calls back for each message as it comes; browsers come again by themselves and miss nothing. Answers how to stop. */
export function followNotices(accountId: string, onNotice: (notice: OwnNotice) => void): () => void {
  const stream = new EventSource(`/api/console/accounts/${encodeURIComponent(accountId)}/notices/stream`);
  stream.addEventListener('notice', ({ data }: MessageEvent<string>) => {
    onNotice(JSON.parse(data) as OwnNotice);
  });
  return () => {
    stream.close();
  };
}
