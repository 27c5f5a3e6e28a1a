import type { Locale } from '../enumerations.ts';

/** What an alarm says in one language. */
export interface AlarmWords<Param extends string> {
  /** Of the kind: what is wrong, without a full stop. */
  readonly title: string;
  /** One case of it, in one line. */
  readonly line: (params: Readonly<Record<Param, string>>) => string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Everything about one kind of alarm for operators. */
export interface AlarmKind<Param extends string = string> {
  /** The names of what it says; all values are texts. None may hold a secret. */
  readonly params: readonly Param[];
  readonly words: Readonly<Record<Locale, AlarmWords<Param>>>;
}

/** Declares a kind; its words may use the params that it names, and no others. */
export function alarmKind<const Param extends string>(kind: AlarmKind<Param>): AlarmKind<Param> {
  return kind;
}
