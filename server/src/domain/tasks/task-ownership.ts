/** The money of a task that is reserved under the names of ended process starts. */
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
  /** The task's row is in the log: it was settled, but its own state does not show this yet. */
  readonly isBooked: boolean;
}

/**
 * The ownership of tasks. One process start owns a task: it holds the task's money and slots, polls the upstream, and ends the task. A
 * start that was declared dead can no longer write to it.
 */
export interface TaskOwnership {
  /**
   * Makes this start the owner of every unfinished task of an ended start, if this one is alive. Tasks that may have been submitted without
   * a response have already failed and have no owner.
   * @param from `null`: any start other than this one, if only one can run at a time.
   */
  inherit(from: string | null): Promise<void>;
  /** Tasks of this start whose money it does not hold yet. */
  inherited(): Promise<readonly InheritedTask[]>;
  /** The task's money is now held under the name of this start. */
  held(callId: string): Promise<void>;
  /** Ended starts under whose names money of unfinished tasks may still be reserved. */
  owed(): Promise<readonly string[]>;
}
