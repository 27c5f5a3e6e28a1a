import cluster, { type Worker } from 'node:cluster';
import type { Clock } from '../platform/clock.ts';
import { keepAlive } from '../platform/keep-alive.ts';

/** Number of a worker process, starting with 1. Not a setting: the primary process passes it to the workers. */
export const workerVariable = 'GATEWAY_WORKER';

const restartAfterMs = 1000;

export interface WorkersOptions {
  readonly count: number;
  readonly clock: Clock;
  readonly say: (sentence: string) => void;
}

/** The worker processes, as the primary process sees them. */
export interface Workers {
  /** Forwards a signal; resolves with the exit code when all have ended. */
  stop(signal: NodeJS.Signals): Promise<number>;
}

function ended(worker: Worker): Promise<number> {
  if (worker.isDead()) return Promise.resolve(0);
  return new Promise((resolve) => {
    worker.once('exit', resolve);
  });
}

/** `null` once the worker is serving; its exit code if it ends first. */
function readyOrCode(worker: Worker): Promise<number | null> {
  return new Promise((resolve) => {
    worker.once('message', () => {
      resolve(null);
    });
    worker.once('exit', resolve);
  });
}

/** A failure of one worker, from its start to unreadable messages, ends only that worker. */
function fork(slot: number, say: WorkersOptions['say']): Worker {
  const worker = cluster.fork({ [workerVariable]: String(slot) });
  worker.on('error', (error) => {
    say(`worker ${String(slot)}: ${String(error)}`);
  });
  return worker;
}

/**
 * Starts workers that share one listening port. Waits until the first one is ready, so that a start that fails is reported once. A worker that ends later is
 * restarted.
 * @returns the exit code of the first worker if it could not start.
 */
export async function startWorkers({ count, clock, say }: WorkersOptions): Promise<Workers | number> {
  const first = fork(1, say);
  const code = await readyOrCode(first);
  if (code !== null) return code;
  const letGo = keepAlive();
  const bySlot = new Map<number, Worker>();
  let isStopping = false;

  function lookAfter(slot: number, worker: Worker): void {
    bySlot.set(slot, worker);
    worker.once('exit', (exitCode, signal) => {
      if (isStopping) return;
      say(`worker ${String(slot)} ended (${signal || `exit code ${String(exitCode)}`}) and is started again`);
      startAgain(slot);
    });
  }

  /** If the machine has no room for another process now, starting is retried until it has. */
  function startAgain(slot: number): void {
    clock.after(restartAfterMs, () => {
      if (isStopping) return;
      try {
        const worker = fork(slot, say);
        // A worker that could not be started emits no end either.
        if (worker.process.pid === undefined) startAgain(slot);
        else lookAfter(slot, worker);
      } catch (error) {
        say(`worker ${String(slot)} cannot be started: ${String(error)}`);
        startAgain(slot);
      }
    });
  }

  lookAfter(1, first);
  const others = Array.from({ length: count - 1 }, (_, index) => {
    const worker = fork(index + 2, say);
    lookAfter(index + 2, worker);
    return readyOrCode(worker);
  });
  void Promise.all(others).then((codes) => {
    if (codes.every((failed) => failed === null)) say(`${String(count)} workers serve`);
  });
  return {
    async stop(signal) {
      isStopping = true;
      for (const worker of bySlot.values()) worker.process.kill(signal);
      const codes = await Promise.all([...bySlot.values()].map(ended));
      letGo();
      return Math.max(0, ...codes);
    },
  };
}
