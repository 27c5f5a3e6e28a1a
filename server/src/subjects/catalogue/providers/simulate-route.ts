import type { ApiError } from '@tollgate/contract/errors';
import type { RouteSimulationAnswer, SimulateRouteRequest } from '@tollgate/contract/catalogue/route-simulations';
import { brokenConnectionDefaults } from '@tollgate/contract/tenants/broken-connections';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Operated } from '../../../control/operations-ports.ts';
import type { RouteSimulation, SimulatingCaller, SimulationStep } from '../../../domain/route-simulation.ts';
import type { Account } from '../../../domain/tenants/tenant.ts';
import type { Principal } from '../../../control/principal.ts';
import { findAccount, findKey, findSubAccount, requireOperator } from '../../../control/within-scope.ts';
import { hintOf } from './route-keys.ts';

/** A key without settings. */
const plainKey = {
  domesticOnly: false,
  modelAllowList: null,
  preferredRoute: null,
  routing: null,
  strict: false,
} as const;

const noLimits = { requestsPerMinute: null, concurrency: null };
const factorOne = 1_000_000n;

/** An account without settings and custom prices. */
const plainAccount: Account = {
  id: '',
  name: '',
  email: null,
  plan: {
    id: '',
    name: '',
    limits: noLimits,
    concurrencyRecommended: null,
    strict: false,
    brokenConnections: brokenConnectionDefaults,
    priceMultiplierPpm: factorOne,
  },
  status: 'active',
  limits: noLimits,
  brokenConnections: brokenConnectionDefaults,
  priceMultiplierPpm: factorOne,
  domesticOnly: false,
  isolation: 'shared',
  createdAtMs: 0,
};

async function callerOf(
  context: ControlContext,
  principal: Principal,
  { key_id: keyId, account_id: accountId }: SimulateRouteRequest,
): Promise<SimulatingCaller> {
  if (keyId === undefined && accountId === undefined) return { key: plainKey, account: plainAccount, subAccount: null };
  if (keyId === undefined) {
    const { account } = await findAccount(context, principal, accountId ?? '');
    return { key: plainKey, account, subAccount: null };
  }
  const { key } = await findKey(context, principal, keyId);
  const { account } = await findAccount(context, principal, key.accountId);
  const part = key.subAccountId === null ? null : await findSubAccount(context, principal, key.subAccountId);
  return { key, account, subAccount: part?.subAccount ?? null };
}

function showStep({ candidate, choice, model, why }: SimulationStep): RouteSimulationAnswer['steps'][number] {
  const { provider, route, key, by } = candidate;
  const isAsked = choice !== 'passed_over';
  return {
    choice,
    model,
    provider: { id: provider.id, name: provider.name },
    route: route.id,
    region: route.region,
    key: isAsked ? { id: key.id, api_key_last4: hintOf(key.apiKey) } : null,
    by: isAsked ? by : null,
    why,
  };
}

function showRefusal({ code, message, cause }: ApiError): RouteSimulationAnswer['refusal'] {
  return { code, message, cause: typeof cause === 'string' ? cause : message };
}

function show({ endpoint, expected, refusal, steps }: RouteSimulation): RouteSimulationAnswer {
  return {
    endpoint,
    expected: expected === null ? null : { input_tokens: expected.inputTokens, output_tokens: expected.outputTokens },
    refusal: refusal === null ? null : showRefusal(refusal),
    steps: steps.map(showStep),
  };
}

/**
 * The routes that a call would take now at this node, and why. Nothing is called, counted or reserved.
 * @throws {ApiError} 400 for an operation or a request that there is not; 404
 */
export async function simulateRoute(
  context: ControlContext,
  principal: Principal,
  { operations, request }: Operated & { readonly request: SimulateRouteRequest },
): Promise<RouteSimulationAnswer> {
  requireOperator(principal, 'route');
  const caller = await callerOf(context, principal, request);
  const { model, stream, affinity_key: key } = request;
  const body = {
    ...request.request,
    model,
    ...(stream === undefined ? {} : { stream }),
    ...(key === undefined ? {} : { prompt_cache_key: key }),
  };
  return show(
    operations.simulateRoute(caller, {
      endpoint: request.endpoint,
      body,
      isExample: request.request === undefined,
      inputTokens: request.input_tokens,
      outputTokens: request.output_tokens,
    }),
  );
}
