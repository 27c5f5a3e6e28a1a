import { operatorNewsRoutes } from '@tollgate/contract/news/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../control-http/paging.ts';
import {
  createAnnouncement,
  endMaintenance,
  listAnnouncements,
  mailingsOf,
  updateAnnouncement,
  withdrawAnnouncement,
} from './announcements.ts';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../control/principal.ts';
import type { Announcement } from '../../domain/news/announcement.ts';
import { ownAnnouncementView } from './announcement-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../admin-api/admin-deps.ts';
import { answerOnce } from '../../admin-api/idempotent.ts';
const places = timePlaces(({ createdAtMs, id }: Announcement) => ({ atMs: createdAtMs, id }));

async function viewsOf({ control }: AdminDeps, principal: Principal, announcements: readonly Announcement[]) {
  const mailings = await mailingsOf(control, principal, announcements);
  const nowMs = control.clock.nowMs();
  return announcements.map((announcement) => ownAnnouncementView(announcement, mailings.get(announcement.id), nowMs));
}

/** For a new announcement, of which no mail is sent yet. */
function freshView(announcement: Announcement, nowMs: number) {
  const mailing = announcement.isMailed ? { state: 'waiting' as const, waiting: 0, sent: 0, failed: 0 } : undefined;
  return ownAnnouncementView(announcement, mailing, nowMs);
}

const listAndCreate: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorNewsRoutes.listAnnouncements, async (request) => {
    const principal = principalOf(deps, request);
    const { rows, next } = await readPage({ query: request.query, places, load: listAnnouncements(control, principal) });
    return { data: await viewsOf(deps, principal, rows), next };
  });

  addRoute(app, operatorNewsRoutes.createAnnouncement, (request, reply) =>
    answerOnce<Announcement>(deps, request, reply, {
      act: (once) => createAnnouncement(control, principalOf(deps, request), request.body, once),
      view: (made) => freshView(made, control.clock.nowMs()),
    }),
  );
};

const changes: AdminResource = (app, deps) => {
  const { control } = deps;
  /** Changes an announcement and returns its view. */
  const view = async (request: FastifyRequest, change: (principal: Principal) => Promise<Announcement>) => {
    const principal = principalOf(deps, request);
    const [shown] = await viewsOf(deps, principal, [await change(principal)]);
    if (shown === undefined) throw new Error('a view of one announcement is one');
    return shown;
  };

  addRoute(app, operatorNewsRoutes.changeAnnouncement, async (request) =>
    view(request, (principal) => updateAnnouncement(control, principal, request.params.id, request.body)),
  );

  addRoute(app, operatorNewsRoutes.withdrawAnnouncement, async (request) =>
    view(request, (principal) => withdrawAnnouncement(control, principal, request.params.id)),
  );

  addRoute(app, operatorNewsRoutes.endMaintenance, async (request) =>
    view(request, (principal) => endMaintenance(control, principal, request.params.id)),
  );
};

export const announcementsResource: AdminResource = (app, deps) => {
  listAndCreate(app, deps);
  changes(app, deps);
};
