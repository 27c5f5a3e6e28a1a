import type { OperatorAlarm, OperatorAlarms } from '../src/domain/alarms/operator-alarms.ts';

/** Records the alarms that were raised. */
export class HeardAlarms implements OperatorAlarms {
  readonly raised: OperatorAlarm[] = [];

  raise(alarm: OperatorAlarm): void {
    this.raised.push(alarm);
  }
}
