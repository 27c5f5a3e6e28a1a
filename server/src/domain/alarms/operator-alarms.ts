import type { AlarmKindName, AlarmParams } from '@tollgate/contract/alarms/alarm-kinds';

interface AlarmOf<Kind extends AlarmKindName> {
  readonly kind: Kind;
  /**
   * What it is about, such as the id of a key: alarms about the same subject are sent once per period, with the number of times they were
   * raised.
   */
  readonly subject: string;
  /** Parameters of its text. Never a secret: it goes out to robots. */
  readonly params: AlarmParams<Kind>;
}

/** An alarm for the operator. */
export type OperatorAlarm = { [Kind in AlarmKindName]: AlarmOf<Kind> }[AlarmKindName];

/**
 * Alarms the operator. `raise` costs next to nothing, waits for nothing and never throws, so the path of a call may call it too; alarms of a
 * kind are collected, and sent at most once in five minutes.
 */
export interface OperatorAlarms {
  raise(alarm: OperatorAlarm): void;
}

/** An alarm and how often it was raised since it was last put down. */
export interface GatheredAlarm {
  readonly kind: string;
  readonly subject: string;
  readonly params: Readonly<Record<string, string>>;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

const textMax = 300;

/** One line that every database takes. */
function clean(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ');
  return (line.length > textMax ? `${line.slice(0, textMax)}…` : line).toWellFormed();
}

/** An alarm that was raised once, in texts that are kept. */
export function gatheredOf({ kind, subject, params }: OperatorAlarm, nowMs: number): GatheredAlarm {
  const cleaned = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)]));
  return { kind, subject: clean(subject), params: cleaned, count: 1, firstAtMs: nowMs, lastAtMs: nowMs };
}

/** Keeps alarms until they are delivered. */
export interface AlarmLog {
  /** All or none of them. Adds them to the collected ones of their kinds. */
  add(alarms: readonly GatheredAlarm[]): Promise<void>;
}
