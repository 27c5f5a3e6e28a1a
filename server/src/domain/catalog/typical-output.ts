import type { Model } from './model.ts';

/** Assumed if the model's record has none. */
const unknownTokens = 4096;
const samplesWanted = 20;
const weight = 0.05;
/** The learned value never falls below this part of the record's figure. */
const floorDivisor = 4;
/** About 10 MB. */
const pairsMax = 50_000;

interface Seen {
  samples: number;
  mean: number;
}

/**
 * Remembers how long a model's answers to one account usually are, so that a reservation without `max_tokens` is realistic. Only the account's
 * own answers count: other accounts do not affect its reservations. Within an account one key could still shorten the estimate that another
 * key's cap is checked with, hence the floor. Each node learns for itself, and the pairs unused for the longest time are forgotten.
 */
export class TypicalOutput {
  readonly #pairsMax: number;
  readonly #seen = new Map<string, Seen>();
  #newest: Seen | null = null;

  constructor(pairs = pairsMax) {
    this.#pairsMax = pairs;
  }

  /** One answer that came to its own end; tokens of one of its choices. */
  observe(accountId: string, modelName: string, outputTokens: number): void {
    const pair = pairOf(accountId, modelName);
    const known = this.#seen.get(pair) ?? { samples: 0, mean: 0 };
    known.samples += 1;
    known.mean += (outputTokens - known.mean) * Math.max(weight, 1 / known.samples);
    // Removing and adding an entry makes a small map rebuild its table at every second call.
    if (known === this.#newest) return;
    this.#newest = known;
    // The order of a map is that of its insertions: the first pair is the one that was left alone for the longest time.
    this.#seen.delete(pair);
    this.#seen.set(pair, known);
    const oldest = this.#seen.size > this.#pairsMax ? this.#seen.keys().next().value : undefined;
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Tokens of one typical answer: the account's running mean once there are 20 samples, before that the record's figure. */
  of(accountId: string, model: Pick<Model, 'name' | 'typicalOutput'>): number {
    const ofRecord = model.typicalOutput ?? unknownTokens;
    const known = this.#seen.get(pairOf(accountId, model.name));
    if (known === undefined || known.samples < samplesWanted) return ofRecord;
    return Math.ceil(Math.max(known.mean, ofRecord / floorDivisor));
  }
}

/** Ids hold no blanks. */
function pairOf(accountId: string, modelName: string): string {
  return `${accountId} ${modelName}`;
}
