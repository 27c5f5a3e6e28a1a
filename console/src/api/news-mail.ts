import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** Whether announcements come by mail to whoever is signed in. */
export const newsMailQuery = queryOptions({
  queryKey: ['news-mail'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/console/news-mail', { signal })),
});

export function setNewsMail(wanted: boolean) {
  return answerOf(api.PUT('/api/console/news-mail', { body: { wanted } }));
}

/** @param token of the link in a mail. */
export function refuseNewsMail(token: string) {
  return answerOf(api.POST('/unsubscribe', { params: { query: { t: token } } }));
}
