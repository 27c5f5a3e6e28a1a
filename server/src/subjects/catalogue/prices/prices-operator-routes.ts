import { operatorCatalogueRoutes } from '@tollgate/contract/catalogue/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { OverrideAnswer } from '@tollgate/contract/catalogue/operator-models';
import type { PriceOwnerKind } from '@tollgate/contract/enumerations';
import { namePlaces, pageOfNamed, readPage } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { listOverrides, overrideSettings, priceTerms, putOverride, withdrawOverride } from './price-overrides.ts';
import { showPrice } from './prices.ts';
import type { Principal } from '../../../control/principal.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import type { PriceOverride } from '../../../domain/catalog/catalog.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../../admin-api/admin-deps.ts';

const nameOf = ({ model }: PriceOverride): string => model;
const places = namePlaces(nameOf);

/** Custom prices with their current and future periods. */
async function views(
  { control }: AdminDeps,
  principal: Principal,
  overrides: readonly PriceOverride[],
): Promise<OverrideAnswer[]> {
  const terms = await priceTerms(control, principal, overrides);
  return overrides.map((override) => ({
    ...overrideSettings(override),
    terms: (terms.get(override.model) ?? []).map(({ fromMs, untilMs, price, version, actor, createdAtMs }) => ({
      from: showTime(fromMs),
      until: showTimeOrNull(untilMs),
      price: showPrice(price),
      version,
      actor,
      created_at: showTime(createdAtMs),
    })),
  }));
}

async function view(deps: AdminDeps, principal: Principal, override: PriceOverride): Promise<OverrideAnswer> {
  const [shown] = await views(deps, principal, [override]);
  return shown ?? { ...overrideSettings(override), terms: [] };
}

/** The owner and model that a request names. */
function targetOf(ownerKind: PriceOwnerKind, { id, '*': model }: { readonly id: string; readonly '*': string }) {
  return { ownerKind, ownerId: id, model };
}

const ofPlan = {
  list: operatorCatalogueRoutes.listPlanPrices,
  put: operatorCatalogueRoutes.putPlanPrice,
  withdraw: operatorCatalogueRoutes.withdrawPlanPrice,
};
const ofAccount = {
  list: operatorCatalogueRoutes.listAccountPrices,
  put: operatorCatalogueRoutes.putAccountPrice,
  withdraw: operatorCatalogueRoutes.withdrawAccountPrice,
};

function ofOwner(app: TypedApp, deps: AdminDeps, ownerKind: PriceOwnerKind, routes: typeof ofPlan | typeof ofAccount): void {
  const { control } = deps;

  addRoute(app, routes.list, async (request) => {
    const { params, query } = request;
    const own = listOverrides(control, principalOf(deps, request), { ownerKind, ownerId: params.id });
    const { rows, next } = await readPage({ query, places, load: pageOfNamed(own, nameOf) });
    return { data: await views(deps, principalOf(deps, request), rows), next };
  });

  addRoute(app, routes.put, async (request) => {
    const principal = principalOf(deps, request);
    const { override, preview } = await putOverride(control, principal, targetOf(ownerKind, request.params), request.body);
    return { ...(await view(deps, principal, override)), ...(preview === undefined ? {} : { preview }) };
  });

  addRoute(app, routes.withdraw, async (request) => {
    const principal = principalOf(deps, request);
    return view(deps, principal, await withdrawOverride(control, principal, targetOf(ownerKind, request.params)));
  });
}

export const pricesResource: AdminResource = (app, deps) => {
  ofOwner(app, deps, 'plan', ofPlan);
  ofOwner(app, deps, 'account', ofAccount);
};
