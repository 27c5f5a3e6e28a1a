import { InvalidArgumentError } from 'commander';
import { UsageFault } from './fault.ts';
import type { Session } from './session.ts';
import type { Row } from './table.ts';

/** An option and the field of the admin API that it sets; `limits.concurrency` sets a nested field. */
export interface OptionSpec {
  /** In the notation of commander: `--daily-cap <cny>`. */
  readonly flags: string;
  readonly about: string;
  readonly field: string;
  readonly read: (text: string) => unknown;
  /** May be given several times; its values form a list. */
  readonly repeated?: boolean;
}

export interface Input {
  readonly args: readonly string[];
  /** The options' values, by field. */
  readonly fields: Row;
}

export interface Verb {
  /** Including its arguments: `credit <account> <amount>`. */
  readonly usage: string;
  readonly about: string;
  readonly options?: readonly OptionSpec[];
  readonly run: (session: Session, input: Input) => Promise<void>;
}

export interface Noun {
  readonly name: string;
  readonly about: string;
  /** Several verbs, or a single one for a noun without verbs. */
  readonly verbs: readonly Verb[] | Verb;
}

/** Describes one option. */
export function option(flags: string, about: string, field: string, read: OptionSpec['read'] = text): OptionSpec {
  return { flags, about, field, read };
}

export function text(value: string): string {
  return value;
}

/** Text, or `none` for nothing. */
export function textOrNone(value: string): string | null {
  return value === 'none' ? null : value;
}

export function whole(value: string): number {
  if (!/^\d{1,12}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

/** The number of items requested: at least one. */
export function countOf(value: string): number {
  const count = whole(value);
  if (count === 0) throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return count;
}

/** An integer, or `none` for no limit. */
export function wholeOrNone(value: string): number | null {
  return value === 'none' ? null : whole(value);
}

/** A decimal amount, kept as text because floats would change it; the gateway validates it. */
export function amount(value: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new InvalidArgumentError('It must be an amount in CNY such as 12.50.');
  return value;
}

/** An amount, or `none` to remove it. */
export function amountOrNone(value: string): string | null {
  return value === 'none' ? null : amount(value);
}

/** Items separated by commas, or `none` for an empty list. */
export function listOrNone(value: string): readonly string[] {
  if (value === 'none') return [];
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  // An empty shell variable must not open a key to every address or every model.
  if (items.length === 0) throw new InvalidArgumentError('It must be a list such as a,b, or none for an empty one.');
  return items;
}

/**
 * Reads an argument in the same way as an option.
 * @throws {UsageFault}
 */
export function readArgument<Value>(name: string, value: string, read: (text: string) => Value): Value {
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageFault(`error: '${value}' is invalid for the argument '${name}'. ${error.message}`);
  }
}

export function yesOrNo(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new InvalidArgumentError('It must be yes or no.');
  return value === 'yes';
}

/** Describes an option whose value is one word of a list; `note` ends its description. */
export function wordOption(flags: string, field: string, words: readonly string[], note = ''): OptionSpec {
  const about = `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}${note}`;
  return option(flags, about, field, wordOf(...words));
}

/** One word of a list. */
export function wordOf(...words: readonly string[]): (value: string) => string {
  return (value) => {
    if (!words.includes(value)) throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
    return value;
  };
}

/** Sets a field, and creates the nested records that its dots require. */
export function setField(target: Record<string, unknown>, field: string, value: unknown): void {
  const [first = '', ...rest] = field.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = (target[first] ?? {}) as Record<string, unknown>;
  target[first] = inner;
  setField(inner, rest.join('.'), value);
}
