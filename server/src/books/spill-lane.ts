import type { Logger } from '../platform/logger.ts';
import { batchFromText, batchToText } from './batch.ts';
import { batchOf } from './unsaved.ts';
import type { Unsaved, Taken } from './unsaved.ts';
import { SpillFile } from './spill-file.ts';
import { storeBatch } from './store-batch.ts';
import type { BatchStore } from './store-batch.ts';

/** A group being written to the database; `isSpilled` once it is safe in the file too. */
export interface Flight {
  readonly taken: Taken;
  isSpilled: boolean;
}

export interface SpillLaneOptions {
  readonly path: string;
  readonly bytes: number;
  readonly entriesPerFrame: number;
  readonly incarnation: string;
  readonly logger: Logger;
}

/** Moves records from memory to the spill file while the database is unavailable, and from there to the database. */
export class SpillLane {
  readonly #options: SpillLaneOptions;
  #file: SpillFile | null = null;
  #moving: Taken | null = null;
  #isBusy = false;
  #isBroken = false;

  constructor(options: SpillLaneOptions) {
    this.#options = options;
  }

  get usedBytes(): number {
    return this.#file?.usedBytes ?? 0;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Whether the last write to the file failed, so that records exist in memory only. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Entries being moved to the file. */
  get moving(): Taken | null {
    return this.#moving;
  }

  async open(): Promise<void> {
    const { path, bytes, logger } = this.#options;
    const { file, damage } = await SpillFile.open(path, bytes);
    this.#file = file;
    if (damage.length > 0) logger.error({ keptIn: damage }, 'the spill file is damaged: calls recorded there may be missing');
  }

  /**
   * Moves everything that involves money into the file: first a stuck group, then the waiting entries, while `goesOn` returns `true`. One
   * run at a time; never rejects, see {@link isBroken}.
   */
  async moveAll(unsaved: Unsaved, flight: Flight | null, goesOn: () => boolean): Promise<void> {
    const file = this.#file;
    if (file === null || this.#isBusy) return;
    this.#isBusy = true;
    try {
      if (flight !== null && !flight.isSpilled) {
        await file.append(this.#frameOf(flight.taken));
        flight.isSpilled = true;
      }
      while (goesOn() && (await this.#moveSome(unsaved, file)));
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken)
        this.#options.logger.error({ reason: String(error) }, 'the spill file cannot be written: records wait in memory');
      this.#isBroken = true;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Stores every frame and empties the file. The first row of an ID wins, so a frame may be stored twice. */
  async storeAll(store: BatchStore, onStored: () => void): Promise<{ readonly committed: number; readonly quarantined: number }> {
    const stored = { committed: 0, quarantined: 0 };
    const file = this.#file;
    if (file === null || file.isEmpty) return stored;
    for await (const frame of file.frames()) {
      const { batch, incarnation } = batchFromText(frame);
      const { duplicates, quarantined } = await storeBatch(store, batch, incarnation);
      stored.committed += batch.closed.length - duplicates.length - quarantined;
      stored.quarantined += quarantined;
      onStored();
    }
    await file.reset();
    return stored;
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }

  async #moveSome(unsaved: Unsaved, file: SpillFile): Promise<boolean> {
    const taken = unsaved.take(this.#options.entriesPerFrame, false);
    if (taken === null) return false;
    this.#moving = taken;
    try {
      await file.append(this.#frameOf(taken));
    } catch (error) {
      unsaved.putBack(taken);
      throw error;
    } finally {
      this.#moving = null;
    }
    return true;
  }

  #frameOf(taken: Taken): string {
    return batchToText(batchOf(taken), this.#options.incarnation);
  }
}
