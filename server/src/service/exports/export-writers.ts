import { refusal } from '@tollgate/contract/refusals/refusal';
import { writeInThread, type FileInTheMaking, type ThreadData } from '../../exports/export-thread.ts';
import type { Clock } from '../../platform/clock.ts';

const script = new URL('export-worker.ts', import.meta.url);
/** How many files are written at a time, by a job or while they are downloaded. */
const writtenAtOnce = 2;
/** A reader that reads nothing for this long is stalled; readers request 128 KiB at a time. */
const stalledAfterMs = 60_000;

interface Begun extends Pick<ThreadData, 'order'> {
  readonly accountId: string;
  /** Set for files that are stored. */
  readonly sealKey?: ThreadData['sealKey'];
}

interface Freeing<Piece> extends AsyncIterable<Piece> {
  next(): Promise<IteratorResult<Piece, undefined>>;
  return(): Promise<IteratorResult<Piece, undefined>>;
  [Symbol.asyncIterator](): Freeing<Piece>;
}

interface Writing {
  readonly file: FileInTheMaking;
  readonly release: () => void;
}

/** Cancels a file that is not read: two stalled readers would block all others. */
function inTime<Piece>(clock: Pick<Clock, 'after'>, pieces: Freeing<Piece>): Freeing<Piece> {
  let stalled: Error | null = null;
  let forget = (): void => undefined;
  const stall = (): void => {
    stalled = new Error(`nobody took more of the file for ${String(stalledAfterMs / 1000)} s`);
    void pieces.return();
  };
  return {
    async next() {
      forget();
      // Ending normally would make the truncated file look complete.
      if (stalled !== null) throw stalled;
      const read = await pieces.next();
      if (read.done !== true) forget = clock.after(stalledAfterMs, stall);
      return read;
    },
    return() {
      forget();
      return pieces.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Releases the slot however the read ends, even if it never began: a generator that was never started does not run its `finally`. */
function freeing<Piece>({ file, release }: Writing, pieces: AsyncGenerator<Piece>): Freeing<Piece> {
  return {
    async next(): Promise<IteratorResult<Piece, undefined>> {
      try {
        const read = await pieces.next();
        if (read.done !== true) return read;
      } catch (error) {
        release();
        throw error;
      }
      release();
      return { done: true, value: undefined };
    },
    async return(): Promise<IteratorResult<Piece, undefined>> {
      // A reader that waits for an idle thread need not wait for the thread to end.
      file.stop(new Error('nobody reads the file any more'));
      try {
        await pieces.return(undefined);
      } finally {
        release();
      }
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Threads that write files: few at a time, and only one per account. */
export function createExportWriters(database: ThreadData['database'], clock: Pick<Clock, 'after'>) {
  const accountsWriting = new Set<string>();
  let writing = 0;
  let freed = Promise.withResolvers<undefined>();
  const isFull = (accountId: string): boolean => writing >= writtenAtOnce || accountsWriting.has(accountId);

  /** @throws {ApiError} 429 */
  function begin({ accountId, order, sealKey = null }: Begun) {
    if (isFull(accountId)) throw refusal('export_writer_busy', {}, { retryAfterSeconds: 60 });
    writing += 1;
    accountsWriting.add(accountId);
    const file = writeInThread(script, { database, order, sealKey });
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      writing -= 1;
      accountsWriting.delete(accountId);
      freed.resolve(undefined);
      freed = Promise.withResolvers();
    };
    return { file, release };
  }

  /**
   * For work without a waiting request.
   * @throws the reason of the signal.
   */
  async function beginInTurn(begun: Begun, signal: AbortSignal) {
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    aborted.promise.catch(() => undefined);
    signal.addEventListener('abort', () => {
      aborted.reject(signal.reason);
    });
    while (isFull(begun.accountId)) await Promise.race([freed.promise, aborted.promise]);
    return begin(begun);
  }

  const written = (begun: Writing) => inTime(clock, freeing(begun, begun.file.pieces()));
  const sealed = (begun: Writing) => freeing(begun, begun.file.parts());
  return { begin, beginInTurn, written, sealed };
}
