import type { EndedTask, Task, TaskDraft } from './task.ts';
import type { TaskOwnership } from './task-ownership.ts';

/**
 * Tasks as one process start sees them. A write to a task returns `false`, and changes nothing, if the task does not belong to this start
 * or is not in the required state.
 */
export interface Tasks extends TaskOwnership {
  /** Stores the task together with the mark of its open call. `false`: this start was declared dead, and nothing may be submitted. */
  begin(draft: TaskDraft): Promise<boolean>;
  /** An upstream has accepted the task. Repeating this has no effect. */
  accepted(id: string, at: { readonly routeId: string; readonly upstreamId: string }): Promise<boolean>;
  progressed(id: string, percent: number): Promise<boolean>;
  /** The result is complete. Also returns `false` if cancellation was requested earlier. */
  storing(id: string): Promise<boolean>;
  /** The results are stored; `result` is JSON. */
  stored(id: string, result: string): Promise<boolean>;
  ended(id: string, end: EndedTask): Promise<boolean>;
  /** A task that belongs to this start; otherwise `null`. */
  own(id: string): Promise<Task | null>;
  /** This start's tasks whose cancellation was requested. */
  toBeCancelled(): Promise<readonly string[]>;
  /** Requests cancellation. Returns `false` if the result is already complete, the task has ended, or it belongs to another key. */
  askCancel(keyId: string, id: string): Promise<boolean>;
  /** A task of one key, regardless of its owner. */
  find(keyId: string, id: string): Promise<Task | null>;
  /** Newest first. */
  list(keyId: string, page: { readonly limit: number; readonly after: string | null }): Promise<readonly Task[]>;
}
