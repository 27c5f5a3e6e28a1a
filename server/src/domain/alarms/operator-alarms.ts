import type { AlarmKindName, AlarmParams } from '@tollgate/contract/alarms/alarm-kinds';

interface AlarmOf<Kind extends AlarmKindName> {
  readonly kind: Kind;
  /** What it is about, such as the id of a key: the same one is told once in a while, with how often it was raised. */
  readonly subject: string;
  /** What its words say. Never a secret: it goes out to robots. */
  readonly params: AlarmParams<Kind>;
}

/** Something that whoever runs the service must know. */
export type OperatorAlarm = { [Kind in AlarmKindName]: AlarmOf<Kind> }[AlarmKindName];

/**
 * Tells whoever runs the service. `raise` costs next to nothing, waits for nothing and never throws, so the path of a call may call
 * it too; alarms of a kind are gathered, and leave at most once in five minutes.
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

/** Keeps alarms until they have been told. */
export interface AlarmLog {
  /** All or none of them. Adds them to what is gathered of their kinds. */
  add(alarms: readonly GatheredAlarm[]): Promise<void>;
}
