import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Deadlines } from '../platform/deadlines.ts';
import { endAfterAnswer, isClosing } from './closing.ts';

/** With at most this many bytes in transit, a sent answer counts as delivered: waiting for more would cost every call. */
const unshownBytesMax = 64 * 1024;
/** A client is taken to read at least so fast. */
const readBytesPerMs = 100;
const shownAfterMs = 250;
const shownAfterMsMax = 15_000;

/** A further request has arrived on a connection: its client has received the answers before it. */
export const nextRequest = Symbol('next request');

/**
 * The one judge of "was it delivered": the last byte was accepted by the kernel and the connection carried no error at that moment. Older Node
 * versions report `finish` for clients that have left, so the socket itself is checked as well. The kernel accepts megabytes for a client that
 * reads nothing; if more than a little can still be in transit, the connection has to show the rest.
 */
export class Delivery {
  /** The client went away before its answer was complete. */
  left = false;
  /** Resolves once, when the answer is out (`true`) or can no longer arrive (`false`). */
  readonly delivered: Promise<boolean>;
  /**
   * For a sent answer with much of it in transit: resolves to whether it arrived. It did if the next request comes, the client ends in order, or
   * nothing breaks for as long as reading the rest may take. `null`: there is nothing to wait for.
   */
  shown: Promise<boolean> | null = null;
  readonly #deadlines: Deadlines;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  #onLeft: (() => void) | null = null;
  /** Written, and at this moment perhaps not read yet. */
  #underWayBytes = 0;
  #countedAtMs = 0;

  /** @param onOver runs once, when the answer is out or can no longer arrive. */
  constructor(response: ServerResponse, deadlines: Deadlines, onOver: () => void) {
    const { socket } = response.req;
    this.#deadlines = deadlines;
    this.#response = response;
    this.#socket = socket;
    this.delivered = new Promise((resolve) => {
      // The socket is watched, not the response: a response that waits behind others on its connection gets no end event.
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
        const isOut = socket.errored === null && !socket.destroyed;
        if (isOut && this.#underWayBytes > unshownBytesMax) this.shown = this.#untilShown();
        resolve(isOut);
      });
    });
  }

  /** Replaces the action taken when the client leaves; runs it at once if the client has left already. */
  onLeft(action: (() => void) | null): void {
    this.#onLeft = action;
    if (this.left) action?.();
  }

  /** Bytes of the answer are about to be written. */
  writing(bytes: number): void {
    const nowMs = this.#deadlines.roughNowMs;
    this.#underWayBytes = Math.max(0, this.#underWayBytes - (nowMs - this.#countedAtMs) * readBytesPerMs) + bytes;
    this.#countedAtMs = nowMs;
  }

  /** The kernel took all waiting data: during that time, nothing shows that the client read the rest. */
  drained(): void {
    this.#countedAtMs = this.#deadlines.roughNowMs;
  }

  /** The last bytes are about to be written. */
  ending(): void {
    // If the connection closed at once, as the HTTP server does after the last answer, nothing would notice it break.
    if (this.#underWayBytes > unshownBytesMax && (this.#response as { readonly _last?: boolean })._last === true)
      endAfterAnswer(this.#socket);
  }

  #untilShown(): Promise<boolean> {
    const socket = this.#socket;
    // It ended its side before: how much it wanted to read is unknown.
    if (socket.readableEnded) return Promise.resolve(true);
    return new Promise((resolve) => {
      const over = (isShown: boolean): void => {
        this.#deadlines.forget(deadline);
        socket.off(nextRequest, onGood).off('end', onGood).off('close', onClose);
        resolve(isShown);
      };
      const onGood = (): void => {
        over(true);
      };
      const onClose = (): void => {
        over(socket.errored === null);
      };
      const waitMs = Math.min(shownAfterMsMax, shownAfterMs + this.#underWayBytes / readBytesPerMs);
      const deadline = this.#deadlines.watch(waitMs, () => {
        over(true);
        if (isClosing(socket)) socket.destroy();
      });
      socket.on(nextRequest, onGood).on('end', onGood).on('close', onClose);
    });
  }
}
