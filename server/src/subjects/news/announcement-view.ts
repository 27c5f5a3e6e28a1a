import { windowEndMs, type Announcement, type MaintenanceWindow } from '../../domain/news/announcement.ts';
import type { NewsMailingState } from './news-ports.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';

function windowState({ fromMs, ...window }: MaintenanceWindow, nowMs: number) {
  const endMs = windowEndMs({ fromMs, ...window });
  if (endMs <= fromMs) return 'called_off';
  if (nowMs < fromMs) return 'scheduled';
  return nowMs < endMs ? 'in_progress' : 'completed';
}

function windowView(window: MaintenanceWindow, nowMs: number) {
  return {
    state: windowState(window, nowMs),
    from: showTime(window.fromMs),
    until: showTime(window.untilMs),
    ended_at: showTimeOrNull(window.endedAtMs),
  } as const;
}

/** The public view of an announcement. */
export function announcementView({ id, kind, title, text, isPinned, publishAtMs, window }: Announcement, nowMs: number) {
  return {
    id,
    kind,
    title,
    text,
    pinned: isPinned,
    publish_at: showTime(publishAtMs),
    maintenance: window === null ? null : windowView(window, nowMs),
  };
}

function stateOf({ withdrawnAtMs, publishAtMs }: Announcement, nowMs: number): 'withdrawn' | 'published' | 'scheduled' {
  if (withdrawnAtMs !== null) return 'withdrawn';
  return publishAtMs <= nowMs ? 'published' : 'scheduled';
}

/** An announcement with the fields for operators. */
export function ownAnnouncementView(announcement: Announcement, mailing: NewsMailingState | undefined, nowMs: number) {
  const { withdrawnAtMs, isMailed, createdAtMs, updatedAtMs } = announcement;
  return {
    ...announcementView(announcement, nowMs),
    state: stateOf(announcement, nowMs),
    mail: isMailed,
    mailing: mailing ?? null,
    withdrawn_at: showTimeOrNull(withdrawnAtMs),
    created_at: showTime(createdAtMs),
    updated_at: showTime(updatedAtMs),
  };
}
