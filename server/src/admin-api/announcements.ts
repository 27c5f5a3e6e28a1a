import { announcementAnswer, announcementList, announcementRequest } from '@tollgate/contract/admin/announcements';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import {
  createAnnouncement,
  endMaintenance,
  listAnnouncements,
  mailingsOf,
  updateAnnouncement,
  withdrawAnnouncement,
} from '../control/announcements.ts';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../control/principal.ts';
import type { Announcement } from '../domain/news/announcement.ts';
import { ownAnnouncementView } from '../views/announcement-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';
import { answerOnce, onceDescription } from './idempotent.ts';

const tags = ['Announcements'];
const places = timePlaces(({ createdAtMs, id }: Announcement) => ({ atMs: createdAtMs, id }));

async function viewsOf({ control }: AdminDeps, principal: Principal, announcements: readonly Announcement[]) {
  const mailings = await mailingsOf(control, principal, announcements);
  const nowMs = control.clock.nowMs();
  return announcements.map((announcement) => ownAnnouncementView(announcement, mailings.get(announcement.id), nowMs));
}

/** Of one that is made now: nobody has it by mail yet. */
function freshView(announcement: Announcement, nowMs: number) {
  const mailing = announcement.isMailed ? { state: 'waiting' as const, waiting: 0, sent: 0, failed: 0 } : undefined;
  return ownAnnouncementView(announcement, mailing, nowMs);
}

const listAndCreate: AdminResource = (app, deps) => {
  const { control } = deps;

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
      const principal = principalOf(deps, request);
      const { rows, next } = await readPage({ query: request.query, places, load: listAnnouncements(control, principal) });
      return { data: await viewsOf(deps, principal, rows), next };
    },
  );

  app.post(
    '/announcements',
    {
      schema: {
        tags,
        summary: 'Announce something',
        description: `Now or at a time to come. Maintenance begins and ends by itself: calls are refused in it with 503 \`maintenance\` and what is announced, those under way finish, and none is charged. ${onceDescription}`,
        body: announcementRequest,
        response: answers(announcementAnswer, 201),
      },
    },
    (request, reply) =>
      answerOnce<Announcement>(deps, request, reply, {
        act: (once) => createAnnouncement(control, principalOf(deps, request), request.body, once),
        view: (made) => freshView(made, control.clock.nowMs()),
      }),
  );
};

const changes: AdminResource = (app, deps) => {
  const { control } = deps;
  /** Of one that was just changed. */
  const view = async (request: FastifyRequest, change: (principal: Principal) => Promise<Announcement>) => {
    const principal = principalOf(deps, request);
    const [shown] = await viewsOf(deps, principal, [await change(principal)]);
    if (shown === undefined) throw new Error('a view of one announcement is one');
    return shown;
  };

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
    async (request) => view(request, (principal) => updateAnnouncement(control, principal, request.params.id, request.body)),
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
    async (request) => view(request, (principal) => withdrawAnnouncement(control, principal, request.params.id)),
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
    async (request) => view(request, (principal) => endMaintenance(control, principal, request.params.id)),
  );
};

export const announcementsResource: AdminResource = (app, deps) => {
  listAndCreate(app, deps);
  changes(app, deps);
};
