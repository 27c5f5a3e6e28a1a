import type { Config } from '../config/config.ts';
import type { Actor, ControlContext } from '../control/control-context.ts';
import { ensureModel } from '../control/models.ts';
import { ensureProvider } from '../control/providers.ts';
import { environmentCatalogue } from '../providers/environment-catalogue.ts';
import { vendors } from '../providers/registry.ts';
import { StartError } from './start-error.ts';

const actor: Actor = { name: 'environment', sourceIp: null };

/**
 * Puts every vendor whose key is in the environment on sale, with the built-in price list. What an administrator has
 * changed since stays as it is; a provider whose key has left the environment is switched off and its key forgotten.
 * @throws {StartError} when a vendor's variable cannot be used.
 */
export async function knownCatalogue(
  control: ControlContext,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const found = environmentCatalogue(vendors, env, { ...config, ownPort: config.port });
  if (found.faults.length > 0) throw new StartError(found.faults.join('\n'));
  for (const provider of found.providers) {
    await ensureProvider(control, actor, { source: 'environment', request: { ...provider, enabled: true } });
  }
  await switchOffKeyless(control, new Set(found.providers.map(({ name }) => name)));
  for (const { name, ...request } of found.models) await ensureModel(control, actor, { name, request, source: 'environment' });
}

async function switchOffKeyless(control: ControlContext, present: ReadonlySet<string>): Promise<void> {
  const { providers: sources } = await control.stores.catalog.sources();
  for (const { id, name, dialect, models } of control.catalog.current.providers) {
    if (sources.get(id) !== 'environment' || present.has(name)) continue;
    const offers = models.map(({ model, upstreamModel }) => ({ model, upstream_model: upstreamModel }));
    const request = { name, dialect, routes: [], models: offers, enabled: false };
    await ensureProvider(control, actor, { source: 'environment', request });
  }
}
