import type { Deadline, Deadlines } from '../platform/deadlines.ts';
import type { ClientAnswer } from '../http/client-answer.ts';

/**
 * Keeps a silent stream's connection open: after `everyMs` without a byte the stream is opened with 200 and a comment,
 * because proxies cut silent connections; then again whenever it stays silent that long.
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

  /** A byte of the answer was sent: the silence starts again. */
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
