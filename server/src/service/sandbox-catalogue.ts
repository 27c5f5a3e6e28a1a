import type { CatalogSnapshot, CatalogStore } from '../domain/catalog/catalog.ts';
import { aliasesOf } from '../domain/catalog/aliases-of.ts';
import type { Model } from '../domain/catalog/model.ts';
import { sandboxModels, sandboxProvider } from '../providers/sandbox/sandbox-provider.ts';

/** An operator's settings of a sandbox model take precedence over the built-in ones. Its price list continues the built-in one. */
function merged(builtIn: Model, kept: Model | undefined): Model {
  return kept === undefined ? builtIn : { ...kept, prices: [...builtIn.prices, ...kept.prices] };
}

function withSandbox(snapshot: CatalogSnapshot): CatalogSnapshot {
  const models = new Map(sandboxModels.map((model) => [model.name, merged(model, snapshot.models.get(model.name))]));
  for (const [name, model] of snapshot.models) if (!models.has(name)) models.set(name, model);
  const providersByModel = new Map(snapshot.providersByModel);
  for (const { model } of sandboxProvider.models) {
    providersByModel.set(model, [...(providersByModel.get(model) ?? []), sandboxProvider]);
  }
  return {
    ...snapshot,
    models,
    aliases: aliasesOf(models.values()),
    providers: [...snapshot.providers, sandboxProvider],
    providersByModel,
  };
}

/**
 * Adds the sandbox to every catalogue that is loaded. The sandbox is part of the program and not of the database. It has no URL that an
 * operator could break, and a new version of it arrives with a new version of the program.
 */
export function sandboxCatalogue(store: CatalogStore): CatalogStore {
  return { load: async () => withSandbox(await store.load()) };
}
