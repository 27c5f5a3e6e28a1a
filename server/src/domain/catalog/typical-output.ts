/** Assumed until a model has been seen often enough. */
const unknownTokens = 4096;
const samplesWanted = 20;
const weight = 0.05;

/** Remembers how long a model's answers usually are, so that a reservation without `max_tokens` is realistic. */
export class TypicalOutput {
  readonly #seen = new Map<string, { samples: number; mean: number }>();

  observe(model: string, outputTokens: number): void {
    const known = this.#seen.get(model);
    if (known === undefined) {
      this.#seen.set(model, { samples: 1, mean: outputTokens });
      return;
    }
    known.samples += 1;
    known.mean += (outputTokens - known.mean) * Math.max(weight, 1 / known.samples);
  }

  /** Tokens of a typical answer: the running mean. */
  of(model: string): number {
    const known = this.#seen.get(model);
    if (known === undefined || known.samples < samplesWanted) return unknownTokens;
    return Math.max(16, Math.ceil(known.mean));
  }
}
