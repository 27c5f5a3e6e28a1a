import type { Locale } from '../enumerations.ts';

/** Texts of an alarm kind in one language. */
export interface AlarmWords<Param extends string> {
  /** Title of the kind: names the fault, without a full stop. */
  readonly title: string;
  /** One line that describes a single case. */
  readonly line: (params: Readonly<Record<Param, string>>) => string;
  /** How to fix it. */
  readonly remedy: string;
}

/** Definition of one kind of operator alarm. */
export interface AlarmKind<Param extends string = string> {
  /** Names of the parameters. All values are strings and must not contain secrets. */
  readonly params: readonly Param[];
  readonly words: Readonly<Record<Locale, AlarmWords<Param>>>;
}

/** Declares a kind; its texts can use only the declared parameters. */
export function alarmKind<const Param extends string>(kind: AlarmKind<Param>): AlarmKind<Param> {
  return kind;
}
