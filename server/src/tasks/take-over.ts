import type { Coordination } from '../domain/limits/coordination.ts';
import type { TaskOwnership } from '../domain/tasks/task-ownership.ts';

/** Called for each task that belongs to this start. `isHeld`: its money is reserved as well; otherwise its row is already in the log. */
type Taken = (callId: string, isHeld: boolean) => void;

/** Continues the tasks of ended process starts. */
export class TakeOver {
  readonly #heirs: TaskOwnership;
  /** Money is never reserved twice: a task may be settled here before the database records the reservation. */
  readonly #inherited = new Map<string, boolean>();
  #taken: Taken = () => undefined;

  constructor(heirs: TaskOwnership) {
    this.#heirs = heirs;
  }

  /** Calls `taken` for all tasks, including those inherited earlier. */
  listen(taken: Taken): void {
    this.#taken = taken;
    for (const [callId, isHeld] of this.#inherited) taken(callId, isHeld);
  }

  /** Ended starts under whose names money of unfinished tasks may still be reserved. */
  owed(): Promise<readonly string[]> {
    return this.#heirs.owed();
  }

  /**
   * Takes over the tasks of an ended start, then reserves their money. Release the start's own reservations only once this has returned
   * `true`. Safe to interrupt anywhere, and to run several times at once.
   * @param from `null`: any start other than this one.
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
    // Another node may have inherited some of them and not have reported this yet.
    return from === null || !(await this.owed()).includes(from);
  }
}
