import type { ErrorCode } from '@tollgate/contract/errors';
import type { AttemptNote } from '../domain/books/call-record.ts';
import type { MadeSong, MusicRequest } from '../dialects/music-upstream.ts';
import type { Clock } from '../platform/clock.ts';
import type { Candidate } from '../upstream/candidate.ts';
import type { KeptSong } from './song.ts';
import type { TaskFailed } from './task-end.ts';

/** The inputs of a submission; it has not been submitted yet. */
export interface Fresh {
  readonly candidates: readonly Candidate[];
  readonly request: MusicRequest;
}

/** A task at an upstream, perhaps with its songs already. */
export interface SubmittedTask {
  readonly candidate: Candidate;
  readonly upstreamId: string | null;
  readonly songs: readonly MadeSong[] | null;
}

/** The result of a task. */
export interface Made {
  readonly songs: readonly KeptSong[];
  readonly failure: TaskFailed | null;
  /** It was cancelled when an upstream worked on it that could not be stopped: the upstream is paid all the same. */
  readonly isForNothing?: boolean;
}

/** The process stops: the next one continues its work. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** One task that this process start works on. */
export class Work {
  readonly id: string;
  readonly fresh: Fresh | null;
  /** Its money is reserved under this start's name. */
  isHeld: boolean;
  isCancelled = false;
  isStopped = false;
  /** Whether it may have been submitted: then it is never submitted again. */
  wasSubmitted = false;
  submission: SubmittedTask | null = null;
  /** Submissions that were tried by this process start. */
  readonly attempts: AttemptNote[] = [];
  /** No upstream took it: the client gets the error at once. */
  refusal: (TaskFailed & { readonly code: ErrorCode }) | null = null;
  /** Its result; only the booking is left. */
  made: Made | null = null;
  /** Settles when an upstream has it, and when it has ended. */
  readonly submitted: Promise<void>;
  readonly over: Promise<void>;
  hasSubmitted: () => void = () => undefined;
  isOver: () => void = () => undefined;
  /** Cancels the request that is under way at an upstream. */
  drop: () => void = () => undefined;
  #wake: () => void = () => undefined;
  /** It only waits for a cancellation. */
  #isWaiting = false;

  constructor(id: string, isHeld: boolean, fresh: Fresh | null) {
    this.id = id;
    this.isHeld = isHeld;
    this.fresh = fresh;
    this.submitted = new Promise((resolve) => (this.hasSubmitted = resolve));
    this.over = new Promise((resolve) => (this.isOver = resolve));
  }

  /** Waits the full time, even if new requests arrive: a failed step must not be repeated at once. @throws {Stopped} */
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

  /** Until a time has passed, or it is to be cancelled. @throws {Stopped} */
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
