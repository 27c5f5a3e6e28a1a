import type { AnnouncementRequest } from '@tollgate/contract/news/operator-announcements';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { windowEndMs, type Announcement, type MaintenanceWindow } from '../../domain/news/announcement.ts';
import { auditEntry, found, invalid, type ChangeNote, type ControlContext } from '../../control/control-context.ts';
import type { NewsMailingState, NewsPage } from './news-ports.ts';
import { notMarked, type OnceOf } from '../../control/once.ts';
import type { Principal } from '../../control/principal.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import { requireOperator } from '../../control/within-scope.ts';

/** Longer maintenance is a mistyped end, or must be announced in parts. */
const windowMsMax = 7 * 24 * 3_600_000;
/** Tolerance for maintenance announced as it starts. */
const begunMsMax = 300_000;

/** Content of the audit entry. */
function settingsOf({ kind, title, text, isPinned, publishAtMs, withdrawnAtMs, window, isMailed }: Announcement) {
  return {
    kind,
    title,
    text,
    pinned: isPinned,
    mail: isMailed,
    publish_at: showTime(publishAtMs),
    withdrawn_at: showTimeOrNull(withdrawnAtMs),
    maintenance:
      window === null
        ? null
        : { from: showTime(window.fromMs), until: showTime(window.untilMs), ended_at: showTimeOrNull(window.endedAtMs) },
  };
}

/** Second half of a change: applies it on this node, then on all others. */
async function newsIntoForce({ news, others }: ControlContext): Promise<void> {
  await news.reload();
  await others?.newsChanged();
}

type Span = Pick<MaintenanceWindow, 'fromMs' | 'untilMs'>;

/** @throws {ApiError} 400 naming the invalid time. */
function requireSpan({ fromMs, untilMs }: Span, nowMs: number): void {
  if (untilMs <= fromMs) throw invalid('maintenance.until', 'must be after `maintenance.from`');
  if (untilMs <= nowMs) throw invalid('maintenance.until', 'must be in the future');
  if (untilMs - fromMs > windowMsMax) throw invalid('maintenance.until', 'must be at most 7 days after `maintenance.from`');
}

/** @throws {ApiError} 400 naming the invalid time. */
function readWindow({ maintenance }: AnnouncementRequest, nowMs: number): MaintenanceWindow | null {
  if (maintenance === undefined || maintenance === null) return null;
  const span = { fromMs: Date.parse(maintenance.from), untilMs: Date.parse(maintenance.until) };
  // Maintenance announced later must not cover an earlier failure.
  if (span.fromMs < nowMs - begunMsMax) throw invalid('maintenance.from', 'must not be more than 5 minutes in the past');
  requireSpan(span, nowMs);
  return { ...span, endedAtMs: null };
}

/** A window that has started keeps its start. One that has ended stays unchanged, because it has refused calls. */
function readChangedWindow(request: AnnouncementRequest, before: Announcement, nowMs: number): MaintenanceWindow | null {
  const { window } = before;
  if (window === null || nowMs < window.fromMs) return readWindow(request, nowMs);
  const { maintenance } = request;
  if (maintenance === undefined || maintenance === null) throw refusal('maintenance_begun');
  const span = { fromMs: Date.parse(maintenance.from), untilMs: Date.parse(maintenance.until) };
  if (span.fromMs === window.fromMs && span.untilMs === window.untilMs) return window;
  if (windowEndMs(window) <= nowMs) throw refusal('maintenance_over');
  if (span.fromMs !== window.fromMs) throw refusal('maintenance_start_passed');
  requireSpan(span, nowMs);
  return { ...span, endedAtMs: null };
}

function requireMail({ stores }: ControlContext, { mail = false }: AnnouncementRequest): void {
  if (mail && !stores.mails.leaves)
    throw invalid('mail', 'must be false because there is no mail server: set TOLLGATE_SMTP_URL to mail announcements');
}

/** @throws {ApiError} 400 */
function readDraft(request: AnnouncementRequest, window: MaintenanceWindow | null, publishAtMs: number) {
  if ((request.kind === 'maintenance') !== (window !== null))
    throw invalid('maintenance', 'is required for announcements of kind `maintenance`, and only for them');
  if (window !== null && publishAtMs > window.fromMs)
    throw invalid('publish_at', 'must not be after `maintenance.from`, so that refused users can see why');
  const { kind, title, text, pinned, mail } = request;
  return { kind, title, text, isPinned: pinned ?? false, publishAtMs, window, isMailed: mail ?? false };
}

/** Announcements, newest first, including those visible only to operators. */
export function listAnnouncements(
  { stores }: ControlContext,
  principal: Principal,
): (page: NewsPage) => Promise<readonly Announcement[]> {
  requireOperator(principal, 'list of announcements');
  return (page) => stores.announcements.list(page);
}

/** The mailing progress of those announcements that are sent by mail. */
export async function mailingsOf(
  { stores }: ControlContext,
  principal: Principal,
  announcements: readonly Announcement[],
): Promise<ReadonlyMap<string, NewsMailingState>> {
  requireOperator(principal, 'list of announcements');
  return stores.announcements.mailings(announcements.map(({ id }) => id));
}

/** Announces something now or at a later time. Maintenance starts and ends automatically. */
export function createAnnouncement(
  context: ControlContext,
  principal: Principal,
  request: AnnouncementRequest,
  once: OnceOf<Announcement> = notMarked,
): Promise<Announcement> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'announcement');
    requireMail(context, request);
    const nowMs = context.clock.nowMs();
    const window = readWindow(request, nowMs);
    const publishAtMs =
      request.publish_at === undefined ? Math.min(nowMs, window?.fromMs ?? nowMs) : Date.parse(request.publish_at);
    const announcement: Announcement = {
      ...readDraft(request, window, publishAtMs),
      id: context.ids.uuid(),
      withdrawnAtMs: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    const note = noteOf('announcement.create', announcement.id, { after: announcement });
    await context.stores.announcements.create(announcement, auditEntry(context, principal, note), once(announcement));
    await newsIntoForce(context);
    return announcement;
  });
}

function noteOf(
  action: string,
  objectId: string,
  { before, after }: { readonly before?: Announcement; readonly after: Announcement },
): ChangeNote {
  return {
    action,
    objectKind: 'announcement',
    objectId,
    before: before === undefined ? undefined : settingsOf(before),
    after: settingsOf(after),
  };
}

interface Change {
  readonly action: string;
  readonly id: string;
  /** Returns the changed announcement. @throws {ApiError} if it cannot be changed. */
  readonly become: (before: Announcement, nowMs: number) => Announcement;
}

/** Changes a current announcement. @throws {ApiError} 404, 409 */
function change(context: ControlContext, principal: Principal, { action, id, become }: Change): Promise<Announcement> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'announcement');
    const before = found(await context.stores.announcements.find(id), 'announcement');
    if (before.withdrawnAtMs !== null) throw refusal('announcement_withdrawn');
    const nowMs = context.clock.nowMs();
    const after = { ...become(before, nowMs), updatedAtMs: nowMs };
    const note = noteOf(action, id, { before, after });
    await context.stores.announcements.update(after, auditEntry(context, principal, note));
    await newsIntoForce(context);
    return after;
  });
}

/** Replaces the content of an announcement. */
export function updateAnnouncement(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: AnnouncementRequest,
): Promise<Announcement> {
  return change(context, principal, {
    action: 'announcement.update',
    id,
    become(before, nowMs) {
      requireMail(context, request);
      const window = readChangedWindow(request, before, nowMs);
      const publishAtMs = request.publish_at === undefined ? before.publishAtMs : Date.parse(request.publish_at);
      return { ...before, ...readDraft(request, window, publishAtMs) };
    },
  });
}

function ended(window: MaintenanceWindow | null, nowMs: number): MaintenanceWindow | null {
  return window === null || windowEndMs(window) <= nowMs ? window : { ...window, endedAtMs: Math.max(nowMs, window.fromMs) };
}

/** Withdraws an announcement; its maintenance ends or does not start. */
export function withdrawAnnouncement(context: ControlContext, principal: Principal, id: string): Promise<Announcement> {
  return change(context, principal, {
    action: 'announcement.withdraw',
    id,
    become: (before, nowMs) => ({ ...before, withdrawnAtMs: nowMs, window: ended(before.window, nowMs) }),
  });
}

/** Ends running maintenance: from the response on, calls are accepted again. The announcement remains. @throws {ApiError} 409 */
export function endMaintenance(context: ControlContext, principal: Principal, id: string): Promise<Announcement> {
  return change(context, principal, {
    action: 'announcement.end-maintenance',
    id,
    become(before, nowMs) {
      const { window } = before;
      if (window === null || nowMs < window.fromMs || windowEndMs(window) <= nowMs) throw refusal('no_maintenance_runs');
      return { ...before, window: ended(window, nowMs) };
    },
  });
}
