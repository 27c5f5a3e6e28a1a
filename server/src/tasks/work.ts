import type { ErrorCode } from '@tollgate/contract/errors';
import type { AttemptNote } from '../domain/books/call-record.ts';
import type { MadeSong, MusicRequest } from '../dialects/music-upstream.ts';
import type { Clock } from '../platform/clock.ts';
import type { Candidate } from '../upstream/routing/candidate.ts';
import type { KeptSong } from './song.ts';
import type { TaskFailed } from './task-end.ts';

/** The inputs of a task that was not submitted yet. */
export interface Fresh {
  readonly candidates: readonly Candidate[];
  readonly request: MusicRequest;
}

/** A task at an upstream, possibly with its songs. */
export interface SubmittedTask {
  readonly candidate: Candidate;
  readonly upstreamId: string | null;
  readonly songs: readonly MadeSong[] | null;
}

/** The result of a task. */
export interface Made {
  readonly songs: readonly KeptSong[];
  readonly failure: TaskFailed | null;
  /** It was cancelled while an upstream worked on it that could not be stopped, so the upstream is paid. */
  readonly isForNothing?: boolean;
}

/** The process is stopping; the next one continues the work. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** One task that this process start runs. */
export class Work {
  readonly id: string;
  readonly fresh: Fresh | null;
  /** Whether its money is reserved under the name of this start. */
  isHeld: boolean;
  isCancelled = false;
  isStopped = false;
  /** Whether it may have been submitted; if so, it is never submitted again. */
  wasSubmitted = false;
  submission: SubmittedTask | null = null;
  /** Submissions tried by this process start. */
  readonly attempts: AttemptNote[] = [];
  /** Whether the last route is one of the account's own; `null` before the first one is known. */
  isOwnRoute: boolean | null = null;
  /** Set if no upstream accepted the task: the client gets the error immediately. */
  refusal: (TaskFailed & { readonly code: ErrorCode }) | null = null;
  /** Its result; only logging and settlement remain. */
  made: Made | null = null;
  /** `submitted` resolves when an upstream has the task, `over` when it has ended. */
  readonly submitted: Promise<void>;
  readonly over: Promise<void>;
  hasSubmitted: () => void = () => undefined;
  isOver: () => void = () => undefined;
  /** Cancels the running request to an upstream. */
  drop: () => void = () => undefined;
  #wake: () => void = () => undefined;
  /** The task only waits for a cancellation. */
  #isWaiting = false;

  constructor(id: string, isHeld: boolean, fresh: Fresh | null) {
    this.id = id;
    this.isHeld = isHeld;
    this.fresh = fresh;
    this.submitted = new Promise((resolve) => (this.hasSubmitted = resolve));
    this.over = new Promise((resolve) => (this.isOver = resolve));
  }

  /**
   * Waits the full time, even if it is woken: a failed step must not be repeated immediately.
   * @throws {Stopped}
   */
  async pause(clock: Clock, ms: number): Promise<void> {
    if (!this.isStopped) {
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ms, resolve);
        const wake = (): void => {
          cancel();
          resolve();
        };
        this.#wake = wake;
      });
    }
    if (this.isStopped) throw new Stopped();
  }

  /**
   * Waits for the given time, or until the task is to be cancelled.
   * @throws {Stopped}
   */
  async pauseUnlessCancelled(clock: Clock, ms: number): Promise<void> {
    if (this.isCancelled) return;
    this.#isWaiting = true;
    try {
      await this.pause(clock, ms);
    } finally {
      this.#isWaiting = false;
    }
  }

  cancel(): void {
    this.isCancelled = true;
    if (this.#isWaiting) this.#wake();
  }

  stop(): void {
    this.isStopped = true;
    this.#wake();
    this.drop();
  }
}
