import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Provider } from '../../domain/catalog/model.ts';

/** Bound for catalogues that change all the time. */
const knownMax = 10_000;

/**
 * Responses with an unknown finish reason: complete and charged, because new reasons more often mean an end than a fault. Notifies
 * the operator once per provider; a quirk can treat them as faults.
 */
export class UnknownFinishReasons {
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
