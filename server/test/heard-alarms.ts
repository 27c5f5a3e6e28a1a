import type { OperatorAlarm, OperatorAlarms } from '../src/domain/alarms/operator-alarms.ts';

/** Remembers what was raised. */
export class HeardAlarms implements OperatorAlarms {
  readonly raised: OperatorAlarm[] = [];

  raise(alarm: OperatorAlarm): void {
    this.raised.push(alarm);
  }
}
