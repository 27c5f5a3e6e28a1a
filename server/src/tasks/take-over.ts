import type { Coordination } from '../domain/limits/coordination.ts';
import type { TaskOwnership } from '../domain/tasks/task-ownership.ts';

/** Called for each task that is this start's. `isHeld`: its money is held as well; else its row is in the log already. */
type Taken = (callId: string, isHeld: boolean) => void;

/** Carries on what process starts that are over were working on. */
export class TakeOver {
  readonly #heirs: TaskOwnership;
  /** Never held twice: a task may be settled here before the database says that it is held. */
  readonly #inherited = new Map<string, boolean>();
  #taken: Taken = () => undefined;

  constructor(heirs: TaskOwnership) {
    this.#heirs = heirs;
  }

  /** Called for all, including those inherited before. */
  listen(taken: Taken): void {
    this.#taken = taken;
    for (const [callId, isHeld] of this.#inherited) taken(callId, isHeld);
  }

  /** Dead starts under whose names money of unfinished tasks may be reserved. */
  owed(): Promise<readonly string[]> {
    return this.#heirs.owed();
  }

  /**
   * Owns the tasks of an ended start, then holds their money. The start's reservations may be released only when this has returned `true`. Safe
   * to interrupt anywhere, and to run several times at once.
   * @param from `null`: any start other than this one
   */
  async from(from: string | null, coordination: Pick<Coordination, 'adopt'>): Promise<boolean> {
    await this.#heirs.inherit(from);
    for (const task of await this.#heirs.inherited()) {
      const { callId } = task.reservation;
      if (!this.#inherited.has(callId)) {
        if (!task.isBooked) await coordination.adopt(task);
        this.#inherited.set(callId, !task.isBooked);
        this.#taken(callId, !task.isBooked);
      }
      await this.#heirs.held(callId);
    }
    // Another node may have inherited some of them and not have reported it yet.
    return from === null || !(await this.owed()).includes(from);
  }
}
