import type { UsageDoubt } from '../../dialects/dialect.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AnsweredCall } from '../call.ts';

/** Providers change over time; the number remembered is limited. */
const reportedMax = 10_000;

/** Reports questionable usage reports to operators, once per provider and kind of doubt. */
export class UsageDoubts {
  readonly #parts: { readonly logger: Logger; readonly alarms: OperatorAlarms };
  readonly #told = new Set<string>();

  constructor(parts: { readonly logger: Logger; readonly alarms: OperatorAlarms }) {
    this.#parts = parts;
  }

  note({ id: callId, candidate: { provider }, model: { name: model } }: AnsweredCall, doubt: UsageDoubt): void {
    const subject = `${provider.id} ${doubt}`;
    if (this.#told.has(subject) || this.#told.size === reportedMax) return;
    this.#told.add(subject);
    this.#parts.logger.warn({ callId, provider: provider.name, model, doubt }, 'a provider reports doubtful usage');
    this.#parts.alarms.raise({ kind: 'usage_doubtful', subject, params: { provider: provider.name, model, doubt } });
  }
}
