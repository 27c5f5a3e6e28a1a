/**
 * The state of a task. `submitting`: an upstream may or may not have it. `running`: an upstream has it. `storing`: the result is complete,
 * and the task can no longer be cancelled. The other states are final.
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
  /** The ID of the call. */
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly model: string;
  readonly money: TaskMoney;
  /** JSON: the mark of the open call. */
  readonly openMark: string;
  /** JSON: the data for its record in the log. */
  readonly terms: string;
  /** JSON: the client's request, as returned to the client. Sealed at rest, and deleted with the task. */
  readonly request: string;
  readonly createdAtMs: number;
  readonly deadlineMs: number;
}

export interface Task extends Omit<TaskDraft, 'openMark' | 'request'> {
  readonly state: TaskState;
  /** `null` if an earlier version ended the task. */
  readonly request: string | null;
  readonly isCancelAsked: boolean;
  /** The route to which it was submitted. */
  readonly routeId: string | null;
  /** The upstream's ID of the task; `null` if there is none. */
  readonly upstreamId: string | null;
  /** Percent. */
  readonly progress: number | null;
  /** JSON: the results stored here. */
  readonly result: string | null;
  readonly errorCode: string | null;
  readonly error: string | null;
  readonly endedAtMs: number | null;
  /** How long the results are stored. */
  readonly expiresAtMs: number | null;
}

/** How a task ended. */
export interface EndedTask {
  readonly state: TaskEnd;
  readonly errorCode: string | null;
  /** For the key's owner. */
  readonly error: string | null;
  readonly endedAtMs: number;
  readonly expiresAtMs: number;
}
