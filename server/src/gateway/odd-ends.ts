import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import type { Provider } from '../domain/catalog/model.ts';

/** Bound for catalogues that change all the time. */
const knownMax = 10_000;

/**
 * Answers that ended with a word that nobody knows: complete and charged, because new words for an end are more frequent than new ones
 * for a fault. The operator hears of it once for each provider, and may set a quirk.
 */
export class OddEnds {
  readonly #alarms: OperatorAlarms;
  readonly #told = new Set<string>();

  constructor(alarms: OperatorAlarms) {
    this.#alarms = alarms;
  }

  heard({ id, name }: Pick<Provider, 'id' | 'name'>, model: string, word: string): void {
    if (this.#told.has(id) || this.#told.size >= knownMax) return;
    this.#told.add(id);
    this.#alarms.raise({ kind: 'unknown_finish_reason', subject: id, params: { provider: name, model, word } });
  }
}
