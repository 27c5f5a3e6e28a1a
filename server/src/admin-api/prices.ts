import { plainListQuery } from '@tollgate/contract/admin/lists';
import { overrideAnswer, overrideList, putOverrideRequest, type OverrideAnswer } from '@tollgate/contract/admin/models';
import type { PriceOwnerKind } from '@tollgate/contract/enumerations';
import { namePlaces, pageOfNamed, readPage } from '../control-http/paging.ts';
import { answers, idParams, ownerModelParams } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { listOverrides, overrideSettings, priceTerms, putOverride, withdrawOverride } from '../control/price-overrides.ts';
import { showPrice } from '../control/prices.ts';
import type { Principal } from '../control/principal.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import type { PriceOverride } from '../domain/catalog/catalog.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const tags = ['Prices of plans and accounts'];
const nameOf = ({ model }: PriceOverride): string => model;
const places = namePlaces(nameOf);

/** Own prices with what of them holds now or later. */
async function views(
  { control }: AdminDeps,
  principal: Principal,
  overrides: readonly PriceOverride[],
): Promise<OverrideAnswer[]> {
  const terms = await priceTerms(control, principal, overrides);
  return overrides.map((override) => ({
    ...overrideSettings(override),
    terms: (terms.get(override.model) ?? []).map(({ fromMs, untilMs, price, version, actor, createdAtMs }) => ({
      ...{ from: showTime(fromMs), until: showTimeOrNull(untilMs), price: showPrice(price), version, actor },
      created_at: showTime(createdAtMs),
    })),
  }));
}

async function view(deps: AdminDeps, principal: Principal, override: PriceOverride): Promise<OverrideAnswer> {
  const [shown] = await views(deps, principal, [override]);
  return shown ?? { ...overrideSettings(override), terms: [] };
}

function ofOwner(app: TypedApp, deps: AdminDeps, ownerKind: PriceOwnerKind): void {
  const { control } = deps;
  const path = `/${ownerKind}s/:id/prices`;

  app.get(
    path,
    {
      schema: {
        tags,
        summary: `List the own prices of ${ownerKind === 'plan' ? 'a plan' : 'an account'}`,
        params: idParams,
        querystring: plainListQuery,
        response: answers(overrideList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const own = listOverrides(control, principalOf(deps, request), { ownerKind, ownerId: params.id });
      const { rows, next } = await readPage({ query, places, load: pageOfNamed(own, nameOf) });
      return { data: await views(deps, principalOf(deps, request), rows), next };
    },
  );

  app.put(
    `${path}/*`,
    {
      config: { changesCatalogue: true },
      schema: {
        tags,
        summary: `Give ${ownerKind === 'plan' ? 'a plan' : 'an account'} a price of its own for a model`,
        description: 'In place of the list price and its multipliers. A price of an account wins over one of its plan.',
        params: ownerModelParams,
        body: putOverrideRequest,
        response: answers(overrideAnswer),
      },
    },
    async (request) => {
      const target = { ownerKind, ownerId: request.params.id, model: request.params['*'] };
      const { override, preview } = await putOverride(control, principalOf(deps, request), target, request.body);
      return { ...(await view(deps, principalOf(deps, request), override)), ...(preview === undefined ? {} : { preview }) };
    },
  );

  app.delete(
    `${path}/*`,
    {
      config: { changesCatalogue: true },
      schema: {
        tags,
        summary: 'Withdraw it',
        description: 'From now on the list price holds again; prices that were planned are withdrawn too.',
        params: ownerModelParams,
        response: answers(overrideAnswer),
      },
    },
    async (request) => {
      const target = { ownerKind, ownerId: request.params.id, model: request.params['*'] };
      const principal = principalOf(deps, request);
      return view(deps, principal, await withdrawOverride(control, principal, target));
    },
  );
}

export const pricesResource: AdminResource = (app, deps) => {
  ofOwner(app, deps, 'plan');
  ofOwner(app, deps, 'account');
};
