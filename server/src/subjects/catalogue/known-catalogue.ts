import type { CreateProviderRequest } from '@tollgate/contract/catalogue/providers';
import type { Logger } from '../../platform/logger.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { ensureModel, wouldChangeModel, type KnownModel } from './models.ts';
import type { SettingsStore } from '../../control/settings-ports.ts';
import { operator } from '../../control/principal.ts';
import { ensureProvider, wouldChangeProvider, type KnownProvider } from './providers/providers.ts';
import { showTime } from '../../control/show-time.ts';
import type { KnownCatalogue } from './catalog-ports.ts';

const source = 'environment';

const environmentPrincipal = operator(source);

/** Vendors whose key is in the environment, with their models. */
interface FoundCatalogue {
  readonly providers: readonly CreateProviderRequest[];
  readonly models: readonly (KnownModel['request'] & { readonly name: string })[];
}

export function knownCatalogue(control: ControlContext, found: FoundCatalogue): KnownCatalogue {
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

/**
 * A single process offers what its environment defines. In a fleet only the first start applies the environment; later changes are up to
 * administrators. No node may change the catalogue for all others.
 */
export async function putOnSale(
  known: KnownCatalogue,
  { clock, others }: ControlContext,
  { settings, logger }: { readonly settings: SettingsStore; readonly logger: Logger },
): Promise<void> {
  const isFirst = others === null || (await settings.add('environment_taken', showTime(clock.nowMs())));
  if (isFirst) return known.take(environmentPrincipal);
  const differences = await known.differences();
  if (differences.length === 0) return;
  logger.warn(
    { differences },
    'the environment of this node differs from the catalogue and is not applied; run "environment take" on this node to apply it',
  );
}

function providerInWords({ request: { name, enabled } }: KnownProvider): string {
  return enabled === false ? `no key of the provider ${name}` : `key, address or models of the provider ${name}`;
}

/** Providers that came from the environment but are not in this one. */
async function keyless(control: ControlContext, present: readonly KnownProvider[]): Promise<readonly KnownProvider[]> {
  const { providers: sources } = await control.stores.catalog.sources();
  const names = new Set(present.map(({ request }) => request.name));
  return control.catalog.current.providers
    .filter(({ id, name }) => sources.get(id) === source && !names.has(name))
    .map(({ name, models }) => {
      const offers = models.map(({ model, upstreamModel }) => ({ model, upstream_model: upstreamModel }));
      // Keeps the protocols, because a newer version may have stored some that are unknown here.
      return { source, request: { name, routes: [], models: offers, enabled: false } };
    });
}
