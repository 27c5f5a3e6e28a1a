import { ChangeLine } from '../control/change-line.ts';
import type { ControlContext, ControlEffects } from '../control/control-context.ts';
import { dialects } from '../dialects/registry.ts';
import { servedKinds } from '../endpoints/registry.ts';
import { modelMakers } from '../providers/model-makers.ts';
import { vendors } from '../providers/registry.ts';
import { capNotice } from '../domain/books/notice-text.ts';
import type { CatalogHolder } from '../domain/catalog/catalog-holder.ts';
import type { Calendar } from '../domain/limits/calendar.ts';
import { capLimits } from '../domain/limits/cap-limits.ts';
import type { Coordination } from '../domain/limits/coordination.ts';
import { parseIpAllowList } from '../domain/limits/ip-allow-list.ts';
import type { KeyDirectory } from '../domain/tenants/key-directory.ts';
import type { GatewayContext } from '../gateway/gateway-context.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { Engine } from '../storage/engine.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { StorageParts } from './storage-parts.ts';

interface ControlOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly calendar: Calendar;
  readonly storage: StorageParts;
  readonly directory: KeyDirectory;
  readonly catalog: CatalogHolder;
  readonly coordination: Coordination;
  readonly gateway: GatewayContext;
  /** Nothing where one process decides alone. */
  readonly fleet?: Fleet | null;
}

/** What the request path hears of a change; the live entries have it already. */
function effectsOf({ calendar, coordination, storage, catalog, gateway, clock, fleet }: ControlOptions): ControlEffects {
  return {
    accountCreditsChanged: (accountId) => fleet?.accountsChanged([accountId]),
    accountsChanged: (accounts) => fleet?.accountsChanged(accounts.map(({ id }) => id)),
    subAccountChanged: ({ accountId }) => fleet?.accountsChanged([accountId]),
    async keyChanged(key) {
      await fleet?.accountsChanged([key.accountId]);
      const caps = capLimits(key, calendar.now());
      await coordination.figures(
        key.accountId,
        key.id,
        caps.map(({ window }) => window),
      );
      // A cap lowered below what is spent pauses the key at once, and no further call would tell so.
      const reached = await coordination.reachedLevels(key.accountId, caps);
      const owner = { accountId: key.accountId, keyId: key.id };
      if (reached.length > 0) await storage.stores.notices.add(reached.map((level) => capNotice(owner, level, clock.nowMs())));
    },
    async catalogChanged() {
      gateway.routing.retain(catalog.current.providers);
      await fleet?.catalogChanged();
    },
  };
}

function changeLineOf(engine: Engine, fleet: Fleet | null): ChangeLine {
  return new ChangeLine((change) => {
    // A change starts from what is in memory, too: from what the one before it left there, whatever node made it.
    const current = async () => {
      await fleet?.caughtUp();
      return await change();
    };
    return engine.exclusively?.(current) ?? change();
  });
}

/** Builds what the administrator interface and the first start work with. */
export function createControlContext(options: ControlOptions): ControlContext {
  const { clock, ids, calendar, storage, directory, catalog, coordination } = options;
  return {
    clock,
    ids,
    calendar,
    stores: storage.stores,
    directory,
    catalog,
    coordination,
    effects: effectsOf(options),
    line: changeLineOf(storage.engine, options.fleet ?? null),
    dialects: dialects.map(({ name }) => name),
    kinds: servedKinds,
    makerOf: modelMakers(vendors),
    parseIpAllowList,
  };
}
