import type { Config } from '../config/config.ts';
import type { ControlContext } from '../control/control-context.ts';
import { ensureModel, wouldChangeModel, type KnownModel } from '../control/models.ts';
import { operator, type Principal } from '../control/principal.ts';
import { ensureProvider, wouldChangeProvider, type KnownProvider } from '../control/providers.ts';
import { environmentCatalogue } from '../providers/environment-catalogue.ts';
import { vendors } from '../providers/registry.ts';
import { StartError } from './start-error.ts';

const source = 'environment';
export const environmentPrincipal = operator(source);

/** What the environment of this process says about what is sold. */
export interface KnownCatalogue {
  /** What of it is otherwise in the database, in words. */
  differences(): Promise<readonly string[]>;
  /**
   * Puts every vendor whose key is in the environment on sale, with the built-in price list. What an administrator has
   * changed since stays as it is; a provider whose key has left the environment is switched off and its key forgotten.
   */
  take(principal: Principal): Promise<void>;
}

/** @throws {StartError} when a vendor's variable cannot be used. */
export function knownCatalogue(
  control: ControlContext,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): KnownCatalogue {
  const found = environmentCatalogue(vendors, env, { ...config, ownPort: config.port });
  if (found.faults.length > 0) throw new StartError(found.faults.join('\n'));
  const present = found.providers.map((provider): KnownProvider => ({ source, request: { ...provider, enabled: true } }));
  const models = found.models.map(({ name, ...request }): KnownModel => ({ name, request, source }));
  const providers = async (): Promise<readonly KnownProvider[]> => [...present, ...(await keyless(control, present))];
  return {
    async differences() {
      const different: string[] = [];
      for (const provider of await providers()) {
        if (await wouldChangeProvider(control, environmentPrincipal, provider)) different.push(providerInWords(provider));
      }
      for (const model of models) {
        if (await wouldChangeModel(control, environmentPrincipal, model))
          different.push(`facts or price of the model ${model.name}`);
      }
      return different;
    },
    async take(principal) {
      for (const provider of await providers()) await ensureProvider(control, principal, provider);
      for (const model of models) await ensureModel(control, principal, model);
    },
  };
}

function providerInWords({ request: { name, enabled } }: KnownProvider): string {
  return enabled === false ? `no key of the provider ${name}` : `key, address or models of the provider ${name}`;
}

/** Providers that came from an environment and are not in this one. */
async function keyless(control: ControlContext, present: readonly KnownProvider[]): Promise<readonly KnownProvider[]> {
  const { providers: sources } = await control.stores.catalog.sources();
  const names = new Set(present.map(({ request }) => request.name));
  return control.catalog.current.providers
    .filter(({ id, name }) => sources.get(id) === source && !names.has(name))
    .map(({ name, dialect, models }) => {
      const offers = models.map(({ model, upstreamModel }) => ({ model, upstream_model: upstreamModel }));
      return { source, request: { name, dialect, routes: [], models: offers, enabled: false } };
    });
}
