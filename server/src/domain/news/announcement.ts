import type { AnnouncementKind, Locale } from '@tollgate/contract/enumerations';

/** The same text in both languages. Plain text: nothing in it is interpreted as markup. */
export type InBothLanguages = Readonly<Record<Locale, string>>;

/** The time of a maintenance: start inclusive, end exclusive, in epoch milliseconds. */
export interface MaintenanceWindow {
  readonly fromMs: number;
  readonly untilMs: number;
  /** When an operator ended it early or cancelled it; otherwise `null`. */
  readonly endedAtMs: number | null;
}

/** An announcement to all users. */
export interface Announcement {
  readonly id: string;
  readonly kind: AnnouncementKind;
  readonly title: InBothLanguages;
  readonly text: InBothLanguages;
  readonly isPinned: boolean;
  /** Before this time, only operators can see it. */
  readonly publishAtMs: number;
  /** `null` while it is in force. */
  readonly withdrawnAtMs: number | null;
  /** Set only for the kind `maintenance`. */
  readonly window: MaintenanceWindow | null;
  /** Whether it is sent by mail once published. */
  readonly isMailed: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** An announcement of maintenance. */
export type MaintenanceAnnouncement = Announcement & { readonly window: MaintenanceWindow };

/** When the window is over, as scheduled or ended by an operator. */
export function windowEndMs({ untilMs, endedAtMs }: MaintenanceWindow): number {
  return Math.min(untilMs, endedAtMs ?? untilMs);
}

export function isPublished({ publishAtMs, withdrawnAtMs }: Announcement, nowMs: number): boolean {
  return publishAtMs <= nowMs && withdrawnAtMs === null;
}
