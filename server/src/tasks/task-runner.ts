import { errorCatalogue, isErrorCode } from '@tollgate/contract/errors';
import { findPriceVersion } from '../domain/catalog/find-price-version.ts';
import { capNotice } from '../domain/books/notice-text.ts';
import type { CallRecord } from '../domain/books/call-record.ts';
import type { Reservation } from '../domain/limits/coordination.ts';
import type { Task, TaskDraft, TaskEnd } from '../domain/tasks/task.ts';
import { bookTask } from './book-task.ts';
import { cancelThere, followTask } from './follow-task.ts';
import { keepSongs } from './keep-songs.ts';
import { readSongs, writeSongs, type KeptSong } from './song.ts';
import { submitTask } from './submit-task.ts';
import type { TakeOver } from './take-over.ts';
import { cancelled, isOfCatalogue, TaskFailed, upstreamFailed } from './task-end.ts';
import type { TaskParts } from './task-parts.ts';
import { recordOf } from './task-record.ts';
import { findTaskRoute, routeIdOf, type TaskRoute } from './task-route.ts';
import { readTerms } from './task-terms.ts';
import { Stopped, Work, type Fresh, type Made, type SubmittedTask } from './work.ts';

const cancelLookEveryMs = 2_000;
const retryPauseMs = 2_000;
/** As long as files are stored. */
const keptMs = 7 * 24 * 3_600_000;

/** The task now belongs to another start, or to none. */
class NotOurs extends Error {
  override readonly name = 'NotOurs';
}

/** Runs the tasks of this process start: submits, polls, stores results, and logs and settles them. */
export class TaskRunner {
  readonly #parts: TaskParts;
  readonly #work = new Map<string, Work>();
  readonly #running = new Set<Promise<void>>();
  #cancelLooking: () => void = () => undefined;
  #isStopped = false;

  constructor(parts: TaskParts) {
    this.#parts = parts;
  }

  get running(): number {
    return this.#work.size;
  }

  /** From then on, inherited tasks are run as well. */
  start(takingOver: TakeOver): void {
    const { clock } = this.#parts;
    takingOver.listen((callId, isHeld) => {
      this.#begin(new Work(callId, isHeld, null));
    });
    this.#cancelLooking = clock.every(cancelLookEveryMs, () => {
      if (this.#work.size > 0) void this.#cancelAsked();
    });
  }

  /** @returns `null` if nothing may be started, because this start was declared dead. In that case nothing has happened. */
  async begin(draft: TaskDraft, fresh: Fresh): Promise<Work | null> {
    if (this.#isStopped || !(await this.#parts.tasks.begin(draft))) return null;
    const work = new Work(draft.id, true, fresh);
    this.#begin(work);
    return work;
  }

  /** The task's row may not have been written, so the task is not submitted. If the row exists, the task has failed. */
  forget(id: string): void {
    const failure = upstreamFailed('the task could not be written down');
    this.#follow(async () => {
      const work = new Work(id, false, null);
      while (!this.#isStopped) {
        try {
          await this.#parts.tasks.ended(id, this.#endOf('failed', failure.code, failure.message));
          return;
        } catch {
          // Tried again after a pause.
          await work.pause(this.#parts.clock, retryPauseMs);
        }
      }
    });
  }

  /** Handles a request to cancel a task. */
  nudge(id: string): void {
    this.#work.get(id)?.cancel();
  }

  /** Waits until a task has ended, for at most this long. Returns immediately for a task that this start does not run. */
  async waitFor(id: string, ms: number): Promise<boolean> {
    const work = this.#work.get(id);
    if (work === undefined) return false;
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.clock.after(ms, resolve);
      void work.over.then(() => {
        cancel();
        resolve();
      });
    });
    return true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelLooking();
    for (const work of this.#work.values()) work.stop();
    await Promise.all(this.#running);
  }

  #begin(work: Work): void {
    if (this.#isStopped) return;
    this.#work.set(work.id, work);
    this.#follow(() => this.#run(work));
  }

  #follow(action: () => Promise<void>): void {
    const running = action()
      .catch((error: unknown) => {
        if (!(error instanceof Stopped)) this.#parts.logger.error({ err: error }, 'a task ended with an unexpected error');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #cancelAsked(): Promise<void> {
    try {
      for (const id of await this.#parts.tasks.toBeCancelled()) this.nudge(id);
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'could not load the tasks to cancel');
    }
  }

  /** Runs until the task has ended, even if something is temporarily unavailable. */
  async #run(work: Work): Promise<void> {
    try {
      for (;;) {
        try {
          await this.#live(work);
          return;
        } catch (error) {
          if (error instanceof NotOurs) return;
          if (error instanceof Stopped) throw error;
          this.#parts.logger.warn({ callId: work.id, err: error }, 'a task attempt failed; it will be retried');
        }
        await work.pause(this.#parts.clock, retryPauseMs);
      }
    } finally {
      this.#work.delete(work.id);
      work.hasSubmitted();
      work.isOver();
    }
  }

  async #own(id: string): Promise<Task> {
    const task = await this.#parts.tasks.own(id);
    if (task === null) throw new NotOurs();
    return task;
  }

  async #live(work: Work): Promise<void> {
    const task = await this.#own(work.id);
    const known = this.#routeOf(task);
    if (known !== null) work.isOwnRoute ??= known.provider.accountId !== undefined;
    // The task was logged by another start, or by this one before it could record that.
    const row = await this.#parts.rowOf(task.id);
    if (row === null || work.isHeld)
      await this.#book(work, task, row === null ? (work.made ??= await this.#make(work, task)) : null);
    const written = row ?? (await this.#parts.rowOf(task.id));
    if (written === null) throw new Error('the row of a task is not there yet');
    await this.#end(task.id, written);
  }

  async #make(work: Work, task: Task): Promise<Made> {
    try {
      return { songs: await this.#songs(work, task), failure: null };
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error;
      if (work.fresh !== null && work.submission === null && isOfCatalogue(error)) work.refusal = error;
      if (error.state === 'failed') return { songs: [], failure: error };
      const now = await this.#own(task.id);
      const hasStopped = await cancelThere(this.#parts, now, this.#routeOf(now));
      const isAtWork = (work.wasSubmitted || now.upstreamId !== null) && !hasStopped;
      return { songs: [], failure: error, isForNothing: error.state === 'cancelled' && isAtWork };
    }
  }

  #routeOf({ routeId, model }: Task): TaskRoute | null {
    return findTaskRoute(this.#parts.catalog, routeId, model);
  }

  async #songs(work: Work, before: Task): Promise<readonly KeptSong[]> {
    const { tasks } = this.#parts;
    if (before.result !== null) return readSongs(before.result);
    const submitted = before.state === 'submitting' ? await this.#submit(work, before) : null;
    const task = await this.#own(before.id);
    const route = submitted?.route ?? this.#routeOf(task);
    if (route === null) throw upstreamFailed('the route was removed');
    const songs = submitted?.songs ?? (await followTask(this.#parts, work, task, route));
    if (!(await tasks.storing(task.id))) {
      await this.#own(task.id);
      throw cancelled();
    }
    const wanted = readTerms(task.terms).expected.songs;
    const kept = await keepSongs(this.#parts, work, { task, songs, wanted, route });
    if (!(await tasks.stored(task.id, writeSongs(kept)))) throw new NotOurs();
    return kept;
  }

  async #submitOnce(work: Work, task: Task): Promise<SubmittedTask> {
    if (work.submission !== null) return work.submission;
    if (work.fresh === null || work.wasSubmitted) throw upstreamFailed('it may have been submitted');
    work.wasSubmitted = true;
    return (work.submission = await submitTask(this.#parts, work, task, work.fresh));
  }

  async #submit(work: Work, task: Task) {
    const { candidate, upstreamId, songs } = await this.#submitOnce(work, task);
    if (upstreamId !== null && !(await this.#accepted(work, { routeId: routeIdOf(candidate), upstreamId }))) throw new NotOurs();
    work.hasSubmitted();
    const { provider, called, upstreamModel } = candidate;
    return { songs, route: { provider, called, upstreamModel } };
  }

  /** An upstream has accepted the task, which must be recorded in any case. */
  async #accepted(work: Work, at: { readonly routeId: string; readonly upstreamId: string }): Promise<boolean> {
    for (;;) {
      try {
        return await this.#parts.tasks.accepted(work.id, at);
      } catch {
        await work.pause(this.#parts.clock, retryPauseMs);
      }
    }
  }

  async #book(work: Work, task: Task, made: Made | null): Promise<void> {
    const { books, coordination, rowOf, clock, logger, addNotices, observe } = this.#parts;
    const { id: callId, accountId, keyId, money } = task;
    const reservation: Reservation = { callId, accountId, keyId, amount: money.amount, windows: money.windows };
    const chargeOf = async (id: string): Promise<bigint | null> => (await rowOf(id))?.charge ?? null;
    const record = await this.#recordOf(work, made ?? { songs: [], failure: null });
    for (;;) {
      const booked = await bookTask({ books, coordination, chargeOf }, reservation, record);
      if (booked !== null) {
        work.isHeld = false;
        observe(record);
        const notices = booked.reached.map((level) => capNotice(reservation, level, clock.nowMs()));
        await addNotices(notices).catch((error: unknown) => {
          logger.error({ callId, err: error }, 'could not store the alerts of a task');
        });
        return;
      }
      await work.pause(clock, retryPauseMs);
    }
  }

  async #recordOf(work: Work, made: Made): Promise<CallRecord> {
    const { catalog, clock, logger, pricesOf } = this.#parts;
    const task = await this.#own(work.id);
    const route = this.#routeOf(task);
    const { priceVersion } = readTerms(task.terms).mark;
    const price = (await findPriceVersion(catalog.current, { accountId: task.accountId, priceVersion }, pricesOf))?.price ?? null;
    if (price === null && made.songs.length > 0)
      logger.error({ callId: task.id, priceVersion }, 'a song was made but its price is missing: it is booked at 0');
    return recordOf(task, made, {
      nowMs: clock.nowMs(),
      price,
      attempts: work.attempts,
      route: route === null ? null : `${route.provider.name}/${route.called.region}`,
      isOwnRoute: work.isOwnRoute,
      cost: route?.provider.models.find(({ model }) => model === task.model)?.cost ?? null,
    });
  }

  /** Ends the task as its log row says. */
  async #end(id: string, { ending, errorCode }: CallRecord): Promise<void> {
    const states: Readonly<Record<string, TaskEnd>> = { task_cancelled: 'cancelled', task_expired: 'expired' };
    const state = ending === 'complete' ? 'completed' : (states[errorCode ?? ''] ?? 'failed');
    const words = isErrorCode(errorCode) ? errorCatalogue[errorCode].message : null;
    await this.#parts.tasks.ended(id, this.#endOf(state, errorCode, words));
  }

  #endOf(state: TaskEnd, errorCode: string | null, error: string | null) {
    const endedAtMs = this.#parts.clock.nowMs();
    return { state, errorCode, error, endedAtMs, expiresAtMs: endedAtMs + keptMs };
  }
}
