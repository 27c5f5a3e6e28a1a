/**
 * How far a task is. `submitting`: an upstream may have it, or may not. `running`: an upstream has it. `storing`: it is made, and can
 * not be cancelled any more. The others are ends.
 */
export const taskStates = ['submitting', 'running', 'storing', 'completed', 'failed', 'cancelled', 'expired'] as const;
export type TaskState = (typeof taskStates)[number];
export type TaskEnd = Extract<TaskState, 'completed' | 'failed' | 'cancelled' | 'expired'>;

export function hasEnded(state: TaskState): state is TaskEnd {
  return state !== 'submitting' && state !== 'running' && state !== 'storing';
}

/** A task's reservation, as admitted. */
export interface TaskMoney {
  readonly amount: bigint;
  readonly windows: readonly string[];
  readonly strict: boolean;
}

export interface TaskDraft {
  /** The call's. */
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly model: string;
  readonly money: TaskMoney;
  /** JSON: the mark that the call is open. */
  readonly openMark: string;
  /** JSON: what its record in the log will need. */
  readonly terms: string;
  /** JSON: the client's request, as it is returned. Sealed at rest, and deleted with the task. */
  readonly request: string;
  readonly createdAtMs: number;
  readonly deadlineMs: number;
}

export interface Task extends Omit<TaskDraft, 'openMark' | 'request'> {
  readonly state: TaskState;
  /** `null` where an earlier version ended it. */
  readonly request: string | null;
  readonly isCancelAsked: boolean;
  /** The route it was submitted to. */
  readonly routeId: string | null;
  /** The upstream's id of it; `null` if there is none. */
  readonly upstreamId: string | null;
  /** Percent. */
  readonly progress: number | null;
  /** JSON: the results that are stored here. */
  readonly result: string | null;
  readonly errorCode: string | null;
  readonly error: string | null;
  readonly endedAtMs: number | null;
  /** Until when the results are kept. */
  readonly expiresAtMs: number | null;
}

/** How a task ended. */
export interface EndedTask {
  readonly state: TaskEnd;
  readonly errorCode: string | null;
  /** For the owner of the key. */
  readonly error: string | null;
  readonly endedAtMs: number;
  readonly expiresAtMs: number;
}
