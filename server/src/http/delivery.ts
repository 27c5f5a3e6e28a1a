import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Deadlines } from '../platform/deadlines.ts';
import { endAfterAnswer, isClosing } from './closing.ts';

/** With at most this many bytes in transit, a sent response counts as delivered: waiting for proof would slow every call. */
const unshownBytesMax = 64 * 1024;
/** The minimum speed at which a client is assumed to read. */
const readBytesPerMs = 100;
const shownAfterMs = 250;
const shownAfterMsMax = 15_000;

/** Emitted when another request has arrived on a connection, which shows that its client has received the earlier responses. */
export const nextRequest = Symbol('next request');

/**
 * The only place that decides whether a response was delivered: the kernel accepted the last byte, and the connection had no error at that
 * moment. Older Node versions report `finish` for clients that have left, so the socket itself is checked as well. The kernel accepts
 * megabytes for a client that reads nothing. If more than a little may still be in transit, the connection has to prove that the rest
 * arrived.
 */
export class Delivery {
  /** The client left before its response was complete. */
  left = false;
  /** Resolves once, when the response is sent (`true`) or can no longer arrive (`false`). */
  readonly delivered: Promise<boolean>;
  /**
   * For a sent response with much of it in transit: resolves to whether it arrived. It did if the next request arrives, the client ends in
   * order, or the connection does not break for as long as reading the rest may take. `null` if there is nothing to wait for.
   */
  shown: Promise<boolean> | null = null;
  readonly #deadlines: Deadlines;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  #onLeft: (() => void) | null = null;
  /** Bytes written and possibly not read yet. */
  #underWayBytes = 0;
  #countedAtMs = 0;

  /** @param onOver runs once, when the response is sent or can no longer arrive. */
  constructor(response: ServerResponse, deadlines: Deadlines, onOver: () => void) {
    const { socket } = response.req;
    this.#deadlines = deadlines;
    this.#response = response;
    this.#socket = socket;
    this.delivered = new Promise((resolve) => {
      // Watches the socket and not the response: a response queued behind others on its connection gets no end event.
      const onClose = (): void => {
        this.left = true;
        onOver();
        resolve(false);
        this.#onLeft?.();
      };
      // Uses `on` instead of `once`: each event occurs once anyway, and the wrapper costs time on every call.
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

  /** Replaces the action that runs when the client leaves; runs it immediately if the client has already left. */
  onLeft(action: (() => void) | null): void {
    this.#onLeft = action;
    if (this.left) action?.();
  }

  /** Call this before bytes of the response are written. */
  writing(bytes: number): void {
    const nowMs = this.#deadlines.roughNowMs;
    this.#underWayBytes = Math.max(0, this.#underWayBytes - (nowMs - this.#countedAtMs) * readBytesPerMs) + bytes;
    this.#countedAtMs = nowMs;
  }

  /** The kernel accepted all waiting data. While data waited, nothing showed that the client read the rest. */
  drained(): void {
    this.#countedAtMs = this.#deadlines.roughNowMs;
  }

  /** Call this before the last bytes are written. */
  ending(): void {
    // If the connection closed immediately, as the HTTP server does after the last response, a break would go unnoticed.
    if (this.#underWayBytes > unshownBytesMax && (this.#response as { readonly _last?: boolean })._last === true)
      endAfterAnswer(this.#socket);
  }

  #untilShown(): Promise<boolean> {
    const socket = this.#socket;
    // The client ended its side earlier, so it is unknown how much it wanted to read.
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
