import { announcementAnswer, announcementList, announcementRequest } from '@tollgate/contract/admin/announcements';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import {
  createAnnouncement,
  endMaintenance,
  listAnnouncements,
  updateAnnouncement,
  withdrawAnnouncement,
} from '../control/announcements.ts';
import type { Announcement } from '../domain/news/announcement.ts';
import { ownAnnouncementView } from '../views/announcement-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Announcements'];
const places = timePlaces(({ createdAtMs, id }: Announcement) => ({ atMs: createdAtMs, id }));

export const announcementsResource: AdminResource = (app, deps) => {
  const { control } = deps;
  const view = (announcement: Announcement) => ownAnnouncementView(announcement, control.clock.nowMs());

  app.get(
    '/announcements',
    {
      schema: {
        tags,
        summary: 'List announcements',
        description: 'Newest first, scheduled and withdrawn ones included.',
        querystring: plainListQuery,
        response: answers(announcementList),
      },
    },
    async (request) => {
      const load = listAnnouncements(control, principalOf(deps, request));
      const { rows, next } = await readPage({ query: request.query, places, load });
      return { data: rows.map(view), next };
    },
  );

  app.post(
    '/announcements',
    {
      schema: {
        tags,
        summary: 'Announce something',
        description:
          'Now or at a time to come. Maintenance begins and ends by itself: calls are refused in it with 503 `maintenance` and what is announced, those under way finish, and none is charged.',
        body: announcementRequest,
        response: answers(announcementAnswer, 201),
      },
    },
    async (request, reply) =>
      reply.code(201).send(view(await createAnnouncement(control, principalOf(deps, request), request.body))),
  );

  app.put(
    '/announcements/:id',
    {
      schema: {
        tags,
        summary: 'Change an announcement',
        description: 'Maintenance that has begun keeps its begin; its end may be moved.',
        params: idParams,
        body: announcementRequest,
        response: answers(announcementAnswer),
      },
    },
    async (request) => view(await updateAnnouncement(control, principalOf(deps, request), request.params.id, request.body)),
  );

  app.post(
    '/announcements/:id/withdraw',
    {
      schema: {
        tags,
        summary: 'Withdraw an announcement',
        description: 'Nobody is shown it any more. Its maintenance ends, or does not begin.',
        params: idParams,
        response: answers(announcementAnswer),
      },
    },
    async (request) => view(await withdrawAnnouncement(control, principalOf(deps, request), request.params.id)),
  );

  app.post(
    '/announcements/:id/end-maintenance',
    {
      schema: {
        tags,
        summary: 'End maintenance early',
        description: 'Calls are taken again from the answer on, at every node.',
        params: idParams,
        response: answers(announcementAnswer),
      },
    },
    async (request) => view(await endMaintenance(control, principalOf(deps, request), request.params.id)),
  );
};
