import { ApiError } from '@tollgate/contract/errors';
import { keepDocument, type KeptDocument } from '../control-http/kept-document.ts';
import type { PublicDeps } from './public-deps.ts';

interface AnswerOptions {
  /** How long a response is served before it is created again. */
  readonly freshMs: number;
  readonly type: string;
  /** Creates the current response; its errors are not shown to clients. */
  readonly make: () => string | Promise<string>;
}

/** Once there is an older response, no client waits longer than this for a new one. */
const patienceMs = 1000;
/** Creating a response is cancelled after this time. */
const makingMsMax = 15_000;

/**
 * A public response that may be requested any number of times. It is created at most once per period, by one request for all, and served
 * from memory in between. If it cannot be created, or not in time, the last one is served.
 */
export class LastAnswer {
  readonly #deps: Pick<PublicDeps, 'control' | 'logger'>;
  readonly #options: AnswerOptions;
  #last: { readonly document: KeptDocument; readonly text: string } | null = null;
  #freshUntilMs = -Infinity;
  #making: Promise<void> | null = null;

  constructor(deps: Pick<PublicDeps, 'control' | 'logger'>, options: AnswerOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** @throws {ApiError} 503 if no response could be created yet. */
  async get(): Promise<KeptDocument> {
    const { clock } = this.#deps.control;
    if (this.#last !== null && clock.monotonicMs() < this.#freshUntilMs) return this.#last.document;
    // One request waits for the new response, and the others get the last one.
    if (this.#last !== null) this.#freshUntilMs = clock.monotonicMs() + this.#options.freshMs;
    const making = (this.#making ??= this.#make());
    if (this.#last === null) await making;
    else await Promise.race([making, new Promise<void>((resolve) => clock.after(patienceMs, resolve))]);
    const last = this.#last;
    if (last === null) throw new ApiError('storage_unavailable');
    return last.document;
  }

  #madeInTime(): Promise<string> {
    return new Promise((resolve, reject) => {
      const cancel = this.#deps.control.clock.after(makingMsMax, () => {
        reject(new Error('it took too long'));
      });
      void Promise.resolve()
        .then(() => this.#options.make())
        .then(resolve, reject)
        .finally(cancel);
    });
  }

  /** Never rejects. */
  async #make(): Promise<void> {
    const { control, logger } = this.#deps;
    try {
      const text = await this.#madeInTime();
      // An unchanged response keeps its tag and its compressed form.
      if (this.#last?.text !== text) this.#last = { text, document: keepDocument(text, this.#options.type) };
    } catch (error) {
      logger.error({ err: error }, 'a public answer could not be refreshed; the last one is served');
    }
    this.#making = null;
    this.#freshUntilMs = control.clock.monotonicMs() + this.#options.freshMs;
  }
}
