import type { Deadline, Deadlines } from '../platform/deadlines.ts';
import type { ClientAnswer } from '../http/client-answer.ts';

/**
 * Keeps the connection of a silent stream open: after `everyMs` without a byte, opens the stream with 200 and a comment, because proxies
 * close silent connections. Repeats this whenever the stream stays silent that long.
 */
export class Heartbeat {
  readonly #deadlines: Deadlines;
  readonly #client: ClientAnswer;
  readonly #comment: Buffer;
  readonly #everyMs: number;
  #deadline: Deadline;

  constructor(deadlines: Deadlines, client: ClientAnswer, options: { readonly comment: Buffer; readonly everyMs: number }) {
    this.#deadlines = deadlines;
    this.#client = client;
    this.#comment = options.comment;
    this.#everyMs = options.everyMs;
    this.#deadline = this.#arm();
  }

  /** A byte of the answer was sent: the period of silence starts again. */
  touch(): void {
    this.#deadlines.postpone(this.#deadline, this.#everyMs);
  }

  stop(): void {
    this.#deadlines.forget(this.#deadline);
  }

  #arm(): Deadline {
    return this.#deadlines.watch(this.#everyMs, () => {
      if (this.#client.left) return;
      this.#client.openStream();
      this.#client.write(this.#comment);
      this.#deadline = this.#arm();
    });
  }
}
