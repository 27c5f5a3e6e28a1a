import { Worker } from 'node:worker_threads';
import { UnitConflict } from '../engine.ts';
import { StorageError } from '../storage-error.ts';
import type { WorkerFault } from './fault.ts';

/** Rows come and go in small groups; a separate thread does not need the process's usual share of memory for them. */
const maxYoungGenerationSizeMb = 4;

/**
 * A caller that waits for an answer. Emptied when it has come: an outgrown table of the map may keep the entry in the old generation for a
 * while, but then not everything that waited behind it.
 */
interface Waiting {
  resolve: ((answer: unknown) => void) | null;
  reject: ((error: Error) => void) | null;
}

function errorOf(fault: WorkerFault): Error {
  return fault.kind === 'conflict' ? new UnitConflict(fault.message) : new StorageError(fault.kind, fault.message);
}

/** A thread, and who waits for it. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

function lose({ waiting }: Thread, cause: unknown): void {
  const lost = [...waiting.values()];
  waiting.clear();
  for (const { reject } of lost) reject?.(new StorageError('outage', 'a database thread ended unexpectedly', cause));
}

/**
 * Talks to one worker thread, in order. The requests of a thread that dies fail, and the next request starts a new one, so that a crash inside
 * the database library is an outage and not the end.
 */
export class WorkerClient<Request> {
  readonly #script: URL;
  readonly #data: object;
  #thread: Thread | null = null;
  /** The end of threads that were put to rest. */
  #rested: Promise<unknown> = Promise.resolve();
  #sequence = 0;
  #isClosed = false;

  constructor(script: URL, data: object) {
    this.#script = script;
    this.#data = data;
  }

  ask(request: Request): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StorageError('outage', 'the database is closed'));
    return this.#send((this.#thread ??= this.#start()), request);
  }

  /** Sends a thread its last request, then ends it. A further request starts another thread. */
  async rest(request: Request): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    this.#thread = null;
    const ending = this.#endAfter(thread, request);
    this.#rested = Promise.allSettled([this.#rested, ending]);
    await ending;
  }

  /** Sends the last request, then ends the thread. */
  async close(request: Request): Promise<void> {
    this.#isClosed = true;
    await this.rest(request);
    await this.#rested;
  }

  async #endAfter(thread: Thread, request: Request): Promise<void> {
    try {
      await this.#send(thread, request);
    } finally {
      await thread.worker.terminate();
    }
  }

  #send({ worker, waiting }: Thread, request: Request): Promise<unknown> {
    this.#sequence += 1;
    const sequence = this.#sequence;
    return new Promise((resolve, reject) => {
      waiting.set(sequence, { resolve, reject });
      worker.postMessage([sequence, request]);
    });
  }

  #start(): Thread {
    const resourceLimits = { maxYoungGenerationSizeMb };
    const worker = new Worker(this.#script, { workerData: this.#data, execArgv: [], resourceLimits });
    const thread: Thread = { worker, waiting: new Map() };
    worker.on('message', ([sequence, fault, answer]: readonly [number, WorkerFault | null, unknown]) => {
      const waiting = thread.waiting.get(sequence);
      thread.waiting.delete(sequence);
      if (fault === null) waiting?.resolve?.(answer);
      else waiting?.reject?.(errorOf(fault));
      if (waiting !== undefined) waiting.resolve = waiting.reject = null;
    });
    const lost = (cause: unknown): void => {
      if (this.#thread === thread) this.#thread = null;
      lose(thread, cause);
    };
    worker.on('error', lost);
    worker.on('exit', () => {
      lost(new Error('the thread ended'));
    });
    return thread;
  }
}
