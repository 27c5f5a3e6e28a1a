/** Money of a task that is reserved under the names of ended process starts. */
export interface InheritedTask {
  readonly reservation: {
    readonly callId: string;
    readonly accountId: string;
    readonly keyId: string;
    readonly amount: bigint;
    readonly windows: readonly string[];
  };
  readonly strict: boolean;
  readonly from: readonly string[];
  /** Its row is in the log: it was settled, and only its own state does not show it yet. */
  readonly isBooked: boolean;
}

/**
 * The owner of a task. One process start owns it: holds its money and its slots, polls the upstream, and ends it. A start that was declared dead
 * can write nothing about it any more.
 */
export interface TaskOwnership {
  /**
   * Makes this start the owner of every unfinished task of an ended one, if this one is alive. Tasks that may have been submitted without an
   * answer have failed before: they have no owner.
   * @param from `null`: any start other than this one, where only one can run at a time
   */
  inherit(from: string | null): Promise<void>;
  /** Those of this start whose money it does not hold yet. */
  inherited(): Promise<readonly InheritedTask[]>;
  /** The money of a task is held under this start's name. */
  held(callId: string): Promise<void>;
  /** Ended starts under whose names money of unfinished tasks may be reserved. */
  owed(): Promise<readonly string[]>;
}
