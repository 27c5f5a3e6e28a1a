import { queryOptions } from '@tanstack/react-query';
import { noticesPaths } from '@tollgate/contract/notices/console-paths';
import type { OwnNoticeAnswer } from '@tollgate/contract/notices/notices';
import { noticesApi } from './clients/notices.ts';
import { urlOf } from './http/client.ts';

export type OwnNotice = OwnNoticeAnswer;

export const noticesKey = (accountId: string) => ['accounts', accountId, 'notices'] as const;

/** Number of messages that no member of the account has read. */
export const unreadQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...noticesKey(accountId), 'unread'],
    queryFn: async () => (await noticesApi.countUnreadNotices({ params: { accountId } })).unread,
    staleTime: 60_000,
  });

/** Calls back for each new message. Browsers reconnect automatically without losing messages. Returns a function that stops it. */
export function followNotices(accountId: string, onNotice: (notice: OwnNotice) => void): () => void {
  const stream = new EventSource(urlOf(noticesPaths.followNotices, { accountId }));
  stream.addEventListener('notice', ({ data }: MessageEvent<string>) => {
    onNotice(JSON.parse(data) as OwnNotice);
  });
  return () => {
    stream.close();
  };
}
