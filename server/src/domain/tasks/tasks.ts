import type { EndedTask, Task, TaskDraft } from './task.ts';
import type { TaskOwnership } from './task-ownership.ts';

/**
 * Tasks as one process start sees them. A write about a task returns `false`, and writes nothing, if the task is not this start's or is not in
 * the required state.
 */
export interface Tasks extends TaskOwnership {
  /** With the mark that its call is open. `false`: this start was declared dead, and nothing may be submitted. */
  begin(draft: TaskDraft): Promise<boolean>;
  /** An upstream has it. Said again it changes nothing. */
  accepted(id: string, at: { readonly routeId: string; readonly upstreamId: string }): Promise<boolean>;
  progressed(id: string, percent: number): Promise<boolean>;
  /** The result is complete. `false` also if it was to be cancelled before. */
  storing(id: string): Promise<boolean>;
  /** The results are stored; JSON. */
  stored(id: string, result: string): Promise<boolean>;
  ended(id: string, end: EndedTask): Promise<boolean>;
  /** A task that is this start's. */
  own(id: string): Promise<Task | null>;
  /** Those of this start that are to be cancelled. */
  toBeCancelled(): Promise<readonly string[]>;
  /** `false`: it is made already, has ended, or is not of this key. */
  askCancel(keyId: string, id: string): Promise<boolean>;
  /** Of one key, with any owner. */
  find(keyId: string, id: string): Promise<Task | null>;
  /** Newest first. */
  list(keyId: string, page: { readonly limit: number; readonly after: string | null }): Promise<readonly Task[]>;
}
