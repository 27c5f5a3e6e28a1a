import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Provider } from '../../domain/catalog/model.ts';

/** Limit for catalogues that change all the time. */
const knownMax = 10_000;

/**
 * Responses with an unknown finish reason. They are complete and charged, because new reasons usually mean an end and not a fault. Notifies
 * operators once per provider; a quirk can treat them as faults.
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
