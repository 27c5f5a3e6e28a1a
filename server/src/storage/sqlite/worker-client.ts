import { Worker } from 'node:worker_threads';
import { UnitConflict } from '../engine.ts';
import { StorageError } from '../storage-error.ts';
import type { WorkerFault } from './fault.ts';

/** Rows are handled in small groups, so a separate thread needs less memory for young objects than the default. */
const maxYoungGenerationSizeMb = 4;

/**
 * A caller waiting for an answer. Cleared when the answer arrives: a stale table of the map may keep the entry in the old generation for a
 * while, but then not everything that it referred to.
 */
interface Waiting {
  resolve: ((answer: unknown) => void) | null;
  reject: ((error: Error) => void) | null;
}

function errorOf(fault: WorkerFault): Error {
  return fault.kind === 'conflict' ? new UnitConflict(fault.message) : new StorageError(fault.kind, fault.message);
}

/** A thread and the callers that wait for it. */
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
 * Communicates with one worker thread, in order. If the thread dies, its requests fail and the next request starts a new thread. A crash
 * inside the database library is therefore an outage and does not end the process.
 */
export class WorkerClient<Request> {
  readonly #script: URL;
  readonly #data: object;
  #thread: Thread | null = null;
  /** Settles when all threads that were stopped have ended. */
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

  /** Sends a thread its last request, then ends it. A later request starts another thread. */
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
