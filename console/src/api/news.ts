import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type PublicAnnouncement = components['schemas']['PublicAnnouncement'];
export type StatusOfModels = components['schemas']['StatusOfModels'];

/** What is announced, and the maintenance that runs. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/announcements', { signal })),
  refetchInterval: 60_000,
});

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: ['announcements', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/announcements/{id}', { params: { path: { id } }, signal })),
  });

/** How models fare; looked at anew while the page is open. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/status/models', { signal })),
  refetchInterval: 30_000,
});
