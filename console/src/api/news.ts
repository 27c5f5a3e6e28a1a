import { queryOptions } from '@tanstack/react-query';
import type { StatusModels } from '@tollgate/contract/news/status';
import { publicNewsApi } from './clients/public-news.ts';

export type StatusOfModels = StatusModels;

/** Announcements, and running maintenance. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => publicNewsApi.listPublicAnnouncements({ signal }),
  refetchInterval: 60_000,
});

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: ['announcements', id],
    queryFn: ({ signal }) => publicNewsApi.readPublicAnnouncement({ params: { id }, signal }),
  });

/** State of the models; refreshed while the page is open. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => publicNewsApi.readModelStatus({ signal }),
  refetchInterval: 30_000,
});
