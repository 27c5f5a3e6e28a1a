import type { Provider } from '../../../api/providers.ts';

/** A setting that differs: its path of names, and both values as text; null where there is none. */
export interface ProviderChange {
  readonly path: readonly string[];
  readonly before: string | null;
  readonly now: string | null;
}

/** What names a part of a list: a model, the address of a route, the end of a key. */
function nameOf(part: unknown, at: number): string {
  const { model, base_url: address, region, api_key_last4: last4, id } = part as Readonly<Record<string, unknown>>;
  if (typeof model === 'string') return model;
  if (typeof address === 'string') return `${String(region)} ${address}`;
  if (typeof last4 === 'string') return `…${last4}`;
  return typeof id === 'string' ? id : String(at + 1);
}

/** Not settings, or a part of others. */
const unshown: ReadonlySet<string> = new Set(['id', 'revision', 'built_in', 'dialect', 'health', 'has_api_key', 'api_key_last4']);

function isListOfParts(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'object' && part !== null);
}

function textOf(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function* settingsOf(value: unknown, path: readonly string[]): Generator<readonly [string, readonly string[], string]> {
  const isList = isListOfParts(value);
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !isList)) {
    yield [path.join('\n'), path, Array.isArray(value) ? value.join(', ') : textOf(value)];
    return;
  }
  if (!isList) {
    for (const [name, part] of Object.entries(value)) if (!unshown.has(name)) yield* settingsOf(part, [...path, name]);
    return;
  }
  const seen = new Map<string, number>();
  for (const [at, part] of value.entries()) {
    const name = nameOf(part, at);
    const same = seen.get(name) ?? 0;
    seen.set(name, same + 1);
    yield* settingsOf(part, [...path, same === 0 ? name : `${name} (${String(same + 1)})`]);
  }
}

/** The settings in which a provider differs from what it was, without its health. */
export function providerChanges(before: Provider, now: Provider): readonly ProviderChange[] {
  const found = new Map<string, { readonly path: readonly string[]; before: string | null; now: string | null }>();
  for (const [key, path, text] of settingsOf(before, [])) found.set(key, { path, before: text, now: null });
  for (const [key, path, text] of settingsOf(now, [])) {
    const earlier = found.get(key);
    if (earlier === undefined) found.set(key, { path, before: null, now: text });
    else earlier.now = text;
  }
  return [...found.values()].filter((change) => change.before !== change.now);
}
