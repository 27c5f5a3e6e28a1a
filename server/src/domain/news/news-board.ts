import { isPublished, windowEndMs, type Announcement, type MaintenanceAnnouncement } from './announcement.ts';

/** Storage of announcements. */
export interface NewsStore {
  /** The newest announcements, and all whose maintenance ended recently; at most some hundreds. */
  load(): Promise<readonly Announcement[]>;
}

function isMaintenance(announcement: Announcement): announcement is MaintenanceAnnouncement {
  return announcement.window !== null;
}

/**
 * All announcements, in memory on every node. They are loaded at start and after every change, so that neither a call nor a visitor waits
 * for the database. Changes due to time (publication, start and end of maintenance) need no notification.
 */
export class NewsBoard {
  readonly #store: NewsStore;
  #all: readonly Announcement[] = [];
  #windows: readonly MaintenanceAnnouncement[] = [];
  /** No maintenance can be running before this time; it is in the past while one may be. */
  #quietUntilMs = Infinity;
  #newest = 0;
  #inForce = 0;

  constructor(store: NewsStore) {
    this.#store = store;
  }

  /** Loads everything again. A reload never replaces the result of one that began later. */
  async reload(): Promise<void> {
    this.#newest += 1;
    const turn = this.#newest;
    const all = await this.#store.load();
    if (turn < this.#inForce) return;
    this.#inForce = turn;
    this.#all = all;
    this.#windows = all.filter(isMaintenance);
    this.#quietUntilMs = Math.min(Infinity, ...this.#windows.map(({ window }) => window.fromMs));
  }

  /** The running maintenance; of several, the one that ends last. Costs one comparison while none is near. */
  maintenanceAt(nowMs: number): MaintenanceAnnouncement | null {
    if (nowMs < this.#quietUntilMs) return null;
    let running: MaintenanceAnnouncement | null = null;
    let nextMs = Infinity;
    for (const announcement of this.#windows) {
      const endMs = windowEndMs(announcement.window);
      if (endMs <= nowMs) continue;
      nextMs = Math.min(nextMs, announcement.window.fromMs);
      if (announcement.window.fromMs > nowMs) continue;
      if (running === null || endMs > windowEndMs(running.window)) running = announcement;
    }
    this.#quietUntilMs = nextMs;
    return running;
  }

  /** Public announcements, pinned ones first, then the newest. */
  published(nowMs: number): readonly Announcement[] {
    return this.#all
      .filter((announcement) => isPublished(announcement, nowMs))
      .sort((left, right) => Number(right.isPinned) - Number(left.isPinned) || right.publishAtMs - left.publishAtMs);
  }

  /** `null` if it does not exist, is not public yet, or is no longer public. */
  find(id: string, nowMs: number): Announcement | null {
    return this.#all.find((announcement) => announcement.id === id && isPublished(announcement, nowMs)) ?? null;
  }

  /** All known maintenance windows, whether past, running or scheduled, without cancelled ones; oldest first. */
  windows(): readonly MaintenanceAnnouncement[] {
    return this.#windows
      .filter(({ window }) => windowEndMs(window) > window.fromMs)
      .sort((left, right) => left.window.fromMs - right.window.fromMs);
  }
}

/** Loads the announcements once. @throws any error of the store. */
export async function createNewsBoard(store: NewsStore): Promise<NewsBoard> {
  const board = new NewsBoard(store);
  await board.reload();
  return board;
}
