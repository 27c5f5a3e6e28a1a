import type { Model } from './model.ts';

/** Models by alias. */
export function aliasesOf(models: Iterable<Model>): ReadonlyMap<string, Model> {
  return new Map([...models].flatMap((model) => model.aliases.map((alias) => [alias, model] as const)));
}
