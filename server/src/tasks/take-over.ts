import type { Coordination } from '../domain/limits/coordination.ts';
import type { TaskHeirs } from '../domain/tasks/task-heirs.ts';

/** Hears of each task that is this start's. `isHeld`: and its money is, too; else its row is in the log already. */
type Taken = (callId: string, isHeld: boolean) => void;

/** Carries on what process starts that are over were working on. */
export class TakeOver {
  readonly #heirs: TaskHeirs;
  /** Never held twice: a task may be settled here before the database says that it is held. */
  readonly #inherited = new Map<string, boolean>();
  #taken: Taken = () => undefined;

  constructor(heirs: TaskHeirs) {
    this.#heirs = heirs;
  }

  /** Hears of all, those inherited before among them. */
  listen(taken: Taken): void {
    this.#taken = taken;
    for (const [callId, isHeld] of this.#inherited) taken(callId, isHeld);
  }

  /** Dead starts under whose names money of unfinished tasks may stand. */
  owed(): Promise<readonly string[]> {
    return this.#heirs.owed();
  }

  /**
   * Owns the tasks of a start that is over, then holds their money. What the start had set aside may be given back only when
   * this has answered `true`. May be broken off anywhere, and run by several at once.
   * @param from `null`: whoever is not this start
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
    // Another may have inherited some of them, and not have told it yet.
    return from === null || !(await this.owed()).includes(from);
  }
}
