import { errorCatalogue, isErrorCode, type ErrorCode } from '@tollgate/contract/errors';
import { cleanMessage } from '../dialects/clean-message.ts';
import type { CallRecord } from '../domain/books/call-record.ts';
import type { KeyedRoute } from '../domain/catalog/model.ts';
import type { TaskEnd } from '../domain/tasks/task.ts';
import type { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { withoutOurs } from '../upstream/without-ours.ts';

/** Why a task ends without a result. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  readonly state: Exclude<TaskEnd, 'completed'>;
  readonly code: ErrorCode | 'task_cancelled' | 'task_expired';
  readonly ending: CallRecord['ending'];
  readonly param: string | null;
  /** For the log. */
  readonly told: string;

  constructor(options: {
    readonly state?: Exclude<TaskEnd, 'completed'>;
    readonly code: TaskFailed['code'];
    readonly ending: CallRecord['ending'];
    readonly message: string;
    readonly cause?: string;
    readonly param?: string | null;
  }) {
    super(options.message);
    this.state = options.state ?? 'failed';
    this.code = options.code;
    this.ending = options.ending;
    this.param = options.param ?? null;
    this.told = options.cause ?? options.message;
  }

  get status(): number {
    return isErrorCode(this.code) ? errorCatalogue[this.code].status : 200;
  }
}

/** Whether a client can receive it like any other error. */
export function isOfCatalogue(failure: TaskFailed): failure is TaskFailed & { readonly code: ErrorCode } {
  return isErrorCode(failure.code);
}

export function upstreamFailed(cause: string): TaskFailed {
  const message = 'The model is temporarily unavailable at its provider. The task was not charged.';
  return new TaskFailed({ code: 'upstream_unavailable', ending: 'upstream_broke', message, cause });
}

/** The upstream refuses the task, or cannot process it. */
export function refused({ blame, code, words, param }: UpstreamRefusal, cause: string, route: KeyedRoute): TaskFailed {
  if (code === 'upstream_unavailable') return upstreamFailed(cause);
  const message = words === null || blame !== 'client' ? null : cleanMessage(withoutOurs(words, route));
  if (message === null) return new TaskFailed({ code, ending: 'refused', message: errorCatalogue[code].message, cause, param });
  return new TaskFailed({ code, ending: 'refused', message, cause: `${cause}: ${message}`, param });
}

export function cancelled(): TaskFailed {
  return new TaskFailed({
    state: 'cancelled',
    code: 'task_cancelled',
    ending: 'client_left',
    message: 'The task was canceled. It was not charged.',
  });
}

export function expired(): TaskFailed {
  return new TaskFailed({
    state: 'expired',
    code: 'task_expired',
    ending: 'timeout',
    message: 'The task did not complete within its time limit. It was not charged.',
  });
}
