/** One environment variable: its name, its meaning, and how its text is parsed. */
export interface Setting<T> {
  readonly name: string;
  /** In the format of the environment; `null` if there is no default. */
  readonly fallback: string | null;
  /** One line for people, in docs/configuration.md. */
  readonly meaning: string;
  /** Secrets are never quoted in a fault. */
  readonly secret: boolean;
  read(text: string | undefined): T;
}

/** Why a value is invalid, as text that follows the variable's name ("must be …"), and the fix. */
export class SettingFault extends Error {
  override readonly name = 'SettingFault';
  readonly remedy: string;
  readonly quotesValue: boolean;

  constructor(message: string, remedy = '', quotesValue = true) {
    super(message);
    this.remedy = remedy;
    this.quotesValue = quotesValue;
  }
}

type Reader<T> = (text: string) => T;

interface Description {
  readonly name: string;
  readonly meaning: string;
  readonly secret?: boolean;
}

/** A setting with a default. */
export function defaulted<T>(about: Description, fallback: string, read: Reader<T>): Setting<T> {
  return { ...about, secret: about.secret ?? false, fallback, read: (text) => read(text ?? fallback) };
}

/** An optional setting, which is `null` if it is not set. */
export function optional<T>(about: Description, read: Reader<T>): Setting<T | null> {
  return { ...about, secret: about.secret ?? false, fallback: null, read: (text) => (text === undefined ? null : read(text)) };
}

type ValueOf<S> = S extends Setting<infer T> ? T : never;
export type ValuesOf<S> = { readonly [K in keyof S]: ValueOf<S[K]> };

/** Shows an invalid value in a short and harmless form: truncated, with control characters escaped. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

function sentence(setting: Setting<unknown>, text: string | undefined, fault: SettingFault): string {
  const value = text === undefined || setting.secret || !fault.quotesValue ? '' : `, not ${quoted(text)}`;
  const usual =
    setting.fallback === null ? 'Correct it or remove it.' : `Correct it, or remove it for ${setting.fallback || 'none'}.`;
  return `${setting.name} ${fault.message}${value}. ${fault.remedy || usual}`;
}

/**
 * Reads every setting of a table, and adds a sentence to `faults` for each invalid one. An empty value counts as not set, because that is
 * what `NAME=` means in a compose or env file. The values are complete only if no fault was added.
 */
export function readSettings<S extends Record<string, Setting<unknown>>>(
  table: S,
  env: Readonly<Record<string, string | undefined>>,
  faults: string[],
): ValuesOf<S> {
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(table)) {
    const given = env[setting.name];
    const text = given === undefined || given.trim() === '' ? undefined : given;
    try {
      values[key] = setting.read(text);
    } catch (error) {
      if (!(error instanceof SettingFault)) throw error;
      faults.push(sentence(setting, text, error));
    }
  }
  return values as ValuesOf<S>;
}
