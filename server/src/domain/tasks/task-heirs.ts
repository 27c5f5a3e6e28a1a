/** Money of a task that is set aside under the names of process starts that are over. */
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
  /** Its row stands in the log: it was settled, and only its own state does not say so yet. */
  readonly isBooked: boolean;
}

/**
 * Whose a task is. One process start owns it: holds its money and its slots, asks the upstream, and ends it. A start that was
 * declared dead can write nothing of it any more.
 */
export interface TaskHeirs {
  /**
   * Makes this start the owner of every unfinished task of one that is over, if this one is alive. Tasks that may have been
   * submitted without an answer have failed before: they are nobody's.
   * @param from `null`: of whoever is not this start, where only one can be at a time
   */
  inherit(from: string | null): Promise<void>;
  /** Those of this start whose money it does not hold yet. */
  inherited(): Promise<readonly InheritedTask[]>;
  /** The money of a task is held under this start's name. */
  held(callId: string): Promise<void>;
  /** Starts that are over and under whose names money of unfinished tasks may stand. */
  owed(): Promise<readonly string[]>;
}
