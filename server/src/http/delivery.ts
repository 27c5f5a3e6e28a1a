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

  /** @param onOver runs once, when the answer is out or can no longer arrive. */
  constructor(response: ServerResponse, socket: Socket, onOver: () => void) {
    this.delivered = new Promise((resolve) => {
      // The socket is watched, not the response: one that waits behind others on its connection never hears of the end.
      const onClose = (): void => {
        this.left = true;
        onOver();
        resolve(false);
        this.#onLeft?.();
      };
      // `on` where `once` would do: each comes once anyway, and the wrapper costs on every call.
      socket.on('close', onClose);
      response.on('finish', () => {
        socket.off('close', onClose);
        onOver();
        resolve(socket.errored === null && !socket.destroyed);
      });
    });
  }

  /** Replaces the action taken when the client leaves; runs it at once if the client has left already. */
  onLeft(action: (() => void) | null): void {
    this.#onLeft = action;
    if (this.left) action?.();
  }
}
