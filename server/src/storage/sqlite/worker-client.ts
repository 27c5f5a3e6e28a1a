import { Worker } from 'node:worker_threads';
import { UnitConflict } from '../engine.ts';
import { StorageError } from '../storage-error.ts';
import type { WorkerFault } from './fault.ts';

/** Rows come and go in small groups; a thread of its own does not need the process's usual share of memory for them. */
const maxYoungGenerationSizeMb = 4;

/**
 * Who waits for an answer. Emptied when it has come: an outgrown table of the map may keep the entry in the old
 * generation for a while, but then not everything that waited behind it.
 */
interface Waiting {
  resolve: ((answer: unknown) => void) | null;
  reject: ((error: Error) => void) | null;
}

function errorOf(fault: WorkerFault): Error {
  return fault.kind === 'conflict' ? new UnitConflict(fault.message) : new StorageError(fault.kind, fault.message);
}

/**
 * Speaks with one worker thread, in order. A thread that dies fails what it was asked and is replaced at the next
 * question, so that a crash inside the database library is an outage and not the end.
 */
export class WorkerClient<Request> {
  readonly #script: URL;
  readonly #data: object;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #sequence = 0;
  #isClosed = false;

  constructor(script: URL, data: object) {
    this.#script = script;
    this.#data = data;
  }

  ask(request: Request): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StorageError('outage', 'the database is closed'));
    const worker = this.#worker ?? this.#start();
    this.#sequence += 1;
    const sequence = this.#sequence;
    return new Promise((resolve, reject) => {
      this.#waiting.set(sequence, { resolve, reject });
      worker.postMessage([sequence, request]);
    });
  }

  /** Asks the last question, then ends the thread. */
  async close(request: Request): Promise<void> {
    const last = this.#worker === null ? undefined : this.ask(request);
    this.#isClosed = true;
    await last;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): Worker {
    const resourceLimits = { maxYoungGenerationSizeMb };
    const worker = new Worker(this.#script, { workerData: this.#data, execArgv: [], resourceLimits });
    worker.on('message', ([sequence, fault, answer]: readonly [number, WorkerFault | null, unknown]) => {
      const waiting = this.#waiting.get(sequence);
      this.#waiting.delete(sequence);
      if (fault === null) waiting?.resolve?.(answer);
      else waiting?.reject?.(errorOf(fault));
      if (waiting !== undefined) waiting.resolve = waiting.reject = null;
    });
    worker.on('error', (error) => {
      this.#lose(worker, error);
    });
    worker.on('exit', () => {
      this.#lose(worker, new Error('the thread ended'));
    });
    this.#worker = worker;
    return worker;
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject?.(new StorageError('outage', 'a database thread ended unexpectedly', cause));
  }
}
