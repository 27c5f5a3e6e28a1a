import type { AnnouncementKind, Locale } from '@tollgate/contract/enumerations';

/** The same in both languages. Plain text: nothing in it is ever treated as markup. */
export type InBothLanguages = Readonly<Record<Locale, string>>;

/** When the service is maintained: from inclusive, until exclusive, epoch milliseconds. */
export interface MaintenanceWindow {
  readonly fromMs: number;
  readonly untilMs: number;
  /** When an operator ended it early or cancelled it; `null`: not ended early. */
  readonly endedAtMs: number | null;
}

/** An announcement to all users. */
export interface Announcement {
  readonly id: string;
  readonly kind: AnnouncementKind;
  readonly title: InBothLanguages;
  readonly text: InBothLanguages;
  readonly isPinned: boolean;
  /** Visible to operators only before then. */
  readonly publishAtMs: number;
  /** `null`: in force. */
  readonly withdrawnAtMs: number | null;
  /** Only of kind `maintenance`. */
  readonly window: MaintenanceWindow | null;
  /** Whether it is sent by mail once it is published. */
  readonly isMailed: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** An announcement of maintenance. */
export type MaintenanceAnnouncement = Announcement & { readonly window: MaintenanceWindow };

/** When the window is over, by schedule or by an operator. */
export function windowEndMs({ untilMs, endedAtMs }: MaintenanceWindow): number {
  return Math.min(untilMs, endedAtMs ?? untilMs);
}

export function isPublished({ publishAtMs, withdrawnAtMs }: Announcement, nowMs: number): boolean {
  return publishAtMs <= nowMs && withdrawnAtMs === null;
}
