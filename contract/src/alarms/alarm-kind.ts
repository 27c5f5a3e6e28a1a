import type { Locale } from '../enumerations.ts';

/** The text of an alarm in one language. */
export interface AlarmWords<Param extends string> {
  /** Title of the kind: the fault, without a full stop. */
  readonly title: string;
  /** One case of it, in one line. */
  readonly line: (params: Readonly<Record<Param, string>>) => string;
  /** The remedy. */
  readonly remedy: string;
}

/** Everything about one kind of alarm for operators. */
export interface AlarmKind<Param extends string = string> {
  /** Names of its parameters; all values are texts. None may hold a secret. */
  readonly params: readonly Param[];
  readonly words: Readonly<Record<Locale, AlarmWords<Param>>>;
}

/** Declares a kind; its words may use the params that it names, and no others. */
export function alarmKind<const Param extends string>(kind: AlarmKind<Param>): AlarmKind<Param> {
  return kind;
}
