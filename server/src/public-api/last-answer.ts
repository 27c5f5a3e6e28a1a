import { keepDocument, type KeptDocument } from '../control-http/kept-document.ts';
import type { PublicDeps } from './public-deps.ts';

interface AnswerOptions {
  /** For how long it is answered without being made anew. */
  readonly freshMs: number;
  readonly type: string;
  /** The answer as it is now; what it may throw is nobody's business outside. */
  readonly make: () => string;
}

/**
 * An answer that everybody may ask for, however often: made at most once in a while, from what is in memory, and told from memory in
 * between. If it cannot be made, the last one stands.
 */
export class LastAnswer {
  readonly #deps: Pick<PublicDeps, 'control' | 'logger'>;
  readonly #options: AnswerOptions;
  #last: { readonly document: KeptDocument; readonly text: string } | null = null;
  #madeAtMs = -Infinity;

  constructor(deps: Pick<PublicDeps, 'control' | 'logger'>, options: AnswerOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** @throws what the first making throws. */
  get(): KeptDocument {
    const nowMs = this.#deps.control.clock.monotonicMs();
    if (this.#last !== null && nowMs - this.#madeAtMs < this.#options.freshMs) return this.#last.document;
    this.#madeAtMs = nowMs;
    try {
      const text = this.#options.make();
      // One that says the same keeps its name, and what it was compressed to.
      if (this.#last?.text !== text) this.#last = { text, document: keepDocument(text, this.#options.type) };
    } catch (error) {
      if (this.#last === null) throw error;
      this.#deps.logger.error({ err: error }, 'a public answer could not be made anew; the last one is told');
    }
    return this.#last.document;
  }
}
