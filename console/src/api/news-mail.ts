import { queryOptions } from '@tanstack/react-query';
import { newsApi } from './clients/news.ts';
import { publicNewsApi } from './clients/public-news.ts';

/** Whether the signed-in person receives announcements by mail. */
export const newsMailQuery = queryOptions({
  queryKey: ['news-mail'],
  queryFn: ({ signal }) => newsApi.readNewsMail({ signal }),
});

export function setNewsMail(wanted: boolean) {
  return newsApi.putNewsMail({ body: { wanted } });
}

/** @param token from the link in a mail. */
export function refuseNewsMail(token: string) {
  return publicNewsApi.unsubscribe({ query: { t: token } });
}
