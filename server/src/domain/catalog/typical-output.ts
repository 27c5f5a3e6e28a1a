import type { Model } from './model.ts';

/** Assumed if the model's record has no value. */
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
 * Learns how long a model's answers to one account usually are, so that a reservation without `max_tokens` is realistic. Only the account's
 * own answers count, so other accounts do not affect its reservations. Within an account, one key could still lower the estimate that is
 * checked against another key's cap, hence the floor. Each node learns separately, and the least recently used pairs are dropped.
 */
export class TypicalOutput {
  readonly #pairsMax: number;
  readonly #seen = new Map<string, Seen>();
  #newest: Seen | null = null;

  constructor(pairs = pairsMax) {
    this.#pairsMax = pairs;
  }

  /** Records the tokens of one choice of an answer that ended naturally. */
  observe(accountId: string, modelName: string, outputTokens: number): void {
    const pair = pairOf(accountId, modelName);
    const known = this.#seen.get(pair) ?? { samples: 0, mean: 0 };
    known.samples += 1;
    known.mean += (outputTokens - known.mean) * Math.max(weight, 1 / known.samples);
    // Removing and adding an entry would make a small map rebuild its table on every second call.
    if (known === this.#newest) return;
    this.#newest = known;
    // A map is ordered by insertion: the first pair is the least recently used one.
    this.#seen.delete(pair);
    this.#seen.set(pair, known);
    const oldest = this.#seen.size > this.#pairsMax ? this.#seen.keys().next().value : undefined;
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Tokens of a typical answer: the account's running mean once there are 20 samples, before that the figure in the model's record. */
  of(accountId: string, model: Pick<Model, 'name' | 'typicalOutput'>): number {
    const ofRecord = model.typicalOutput ?? unknownTokens;
    const known = this.#seen.get(pairOf(accountId, model.name));
    if (known === undefined || known.samples < samplesWanted) return ofRecord;
    return Math.ceil(Math.max(known.mean, ofRecord / floorDivisor));
  }
}

/** IDs contain no spaces. */
function pairOf(accountId: string, modelName: string): string {
  return `${accountId} ${modelName}`;
}
