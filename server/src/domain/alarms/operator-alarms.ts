import type { AlarmKindName, AlarmParams } from '@tollgate/contract/alarms/alarm-kinds';

interface AlarmOf<Kind extends AlarmKindName> {
  readonly kind: Kind;
  /**
   * Subject of the alarm, such as a key's ID. Alarms with the same subject are sent once per period, with the number of times they were
   * raised.
   */
  readonly subject: string;
  /** Parameters of the alarm's text. Must not contain secrets: they are sent to robots. */
  readonly params: AlarmParams<Kind>;
}

/** An alarm for the operator. */
export type OperatorAlarm = { [Kind in AlarmKindName]: AlarmOf<Kind> }[AlarmKindName];

/**
 * Raises alarms for the operator. `raise` is cheap, does not wait and never throws, so it is safe on the path of a call. Alarms of a kind
 * are collected, and sent at most once every five minutes.
 */
export interface OperatorAlarms {
  raise(alarm: OperatorAlarm): void;
}

/** An alarm and the number of times it was raised since it was last written. */
export interface GatheredAlarm {
  readonly kind: string;
  readonly subject: string;
  readonly params: Readonly<Record<string, string>>;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

const textMax = 300;

/** Makes a text one line that every database accepts, truncated after `textMax` characters. */
function clean(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ');
  return (line.length > textMax ? `${line.slice(0, textMax)}…` : line).toWellFormed();
}

/** An alarm raised once, with its texts made safe to store. */
export function gatheredOf({ kind, subject, params }: OperatorAlarm, nowMs: number): GatheredAlarm {
  const cleaned = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)]));
  return { kind, subject: clean(subject), params: cleaned, count: 1, firstAtMs: nowMs, lastAtMs: nowMs };
}

/** Stores alarms until they are delivered. */
export interface AlarmLog {
  /** Adds all alarms or none to the collected ones of their kinds. */
  add(alarms: readonly GatheredAlarm[]): Promise<void>;
}
