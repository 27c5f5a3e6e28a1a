import type { ApiError } from '@tollgate/contract/errors';
import type { Deadlines } from '../platform/deadlines.ts';
import type { ReceivedCall } from './call.ts';
import { CallFailure, ClientLeft } from './refusals/call-failure.ts';

/**
 * Calls that wait before they try a route again. They hold no upstream connection. A pause ends when its client leaves, when the call is
 * ended from outside, or when the service begins to stop.
 */
export class Pauses {
  readonly #deadlines: Deadlines;
  readonly #endings = new Set<() => void>();
  #stopped = false;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  /** Number of calls that are waiting now. */
  get size(): number {
    return this.#endings.size;
  }

  /**
   * Returns `false` if the service is stopping; then nothing is tried again.
   * @throws {ClientLeft | CallFailure} if the call is over.
   */
  async wait(call: ReceivedCall, forMs: number): Promise<boolean> {
    if (this.#stopped) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const deadline = this.#deadlines.watch(forMs, () => {
      resolve(true);
    });
    const stop = (): void => {
      resolve(false);
    };
    this.#endings.add(stop);
    call.client.onLeft(() => {
      reject(new ClientLeft());
    });
    const interrupt = (error: ApiError): void => {
      reject(new CallFailure(error, 'interrupted'));
    };
    call.interrupt = interrupt;
    try {
      return await promise;
    } finally {
      this.#deadlines.forget(deadline);
      this.#endings.delete(stop);
    }
  }

  /** Ends all pauses because the service is stopping, and starts no more. */
  stop(): void {
    this.#stopped = true;
    for (const end of [...this.#endings]) end();
  }
}
