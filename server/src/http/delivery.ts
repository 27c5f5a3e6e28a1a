import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The one judge of "was it delivered": the last byte was accepted by the kernel and the connection carried no error
 * at that moment. Nothing in user space can prove more. Older Node versions report `finish` for clients that are gone,
 * so the socket itself is asked as well.
 */
export class Delivery {
  /** The client went away before its answer was complete. */
  left = false;
  /** Resolves once, when the answer is out (`true`) or can no longer arrive (`false`). */
  readonly delivered: Promise<boolean>;
  #onLeft: (() => void) | null = null;

  constructor(response: ServerResponse) {
    const socket: Socket | null = response.socket;
    this.delivered = new Promise((resolve) => {
      response.once('finish', () => {
        resolve(socket !== null && socket.errored === null && !socket.destroyed);
      });
      response.once('close', () => {
        if (response.writableFinished) return;
        this.left = true;
        resolve(false);
        this.#onLeft?.();
      });
    });
  }

  /** Replaces the action taken when the client leaves; runs it at once if the client has left already. */
  onLeft(action: (() => void) | null): void {
    this.#onLeft = action;
    if (this.left) action?.();
  }
}
