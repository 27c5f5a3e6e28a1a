import type { ModelKind } from '@tollgate/contract/enumerations';
import { ApiError } from '@tollgate/contract/errors';
import { comparableModels } from '../refusals/comparable-models.ts';
import { similarModels } from '../refusals/similar-models.ts';
import { findKnown } from '../../domain/catalog/known-to.ts';
import { isRetired } from '../../domain/catalog/is-retired.ts';
import type { Model } from '../../domain/catalog/model.ts';
import { modelAllowed } from '../../domain/tenants/model-allowed.ts';
import type { ModelEndpoint } from '../../endpoints/endpoint.ts';
import type { AuthenticatedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'calendar' | 'catalog' | 'endpoints'>;

/** The part of a name that is written to the log. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 128));
}

export function notOnSale(name: string, cause: string): ApiError {
  return new ApiError('model_not_found', {
    param: 'model',
    message: `The model ${JSON.stringify(name)} is not available: it has no price.`,
    cause,
  });
}

/** A sentence that names the endpoint for models of this kind; empty if there is none. */
function rightAddress({ endpoints }: Pick<Parts, 'endpoints'>, kind: ModelKind): string {
  const endpoint = endpoints.find((known) => 'kind' in known && known.kind === kind);
  return endpoint === undefined ? '' : ` Call it with ${endpoint.method} /v1${endpoint.path}.`;
}

function refuseRetired(context: Parts, call: AuthenticatedCall, model: Model): void {
  if (model.retirementDate === null) return;
  const { day } = context.calendar.at(call.requestTimeMs);
  if (!isRetired(model, day)) return;
  const advice = comparableModels(context.catalog.current, model, call.entry, day);
  throw new ApiError('model_retired', {
    param: 'model',
    message: `The model ${JSON.stringify(model.name)} was retired on ${model.retirementDate}.${advice === '' ? ' List the models with GET /v1/models.' : advice}`,
  });
}

/** Allow-lists are checked before existence: whether a model outside the list exists is not disclosed. */
export function findModel(context: Parts, call: AuthenticatedCall, endpoint: ModelEndpoint, name: string): Model {
  const { key, subAccount, account } = call.entry;
  const { current } = context.catalog;
  const model = findKnown(current, name, account.account.id);
  if (!modelAllowed(model ?? { name, aliases: [] }, key.modelAllowList, subAccount?.subAccount.modelAllowList ?? null)) {
    throw new ApiError('model_not_allowed', {
      param: 'model',
      message: 'This key is not allowed to call the requested model. List the models it may call with GET /v1/models.',
      cause: `the model ${shown(name)} is not in the allow-list of the key or of its sub-account`,
    });
  }
  // A provider serves the model, but it is not on sale yet.
  if (model === undefined && current.providersByModel.has(name)) throw notOnSale(name, 'the model has no record and so no price');
  if (model === undefined) {
    const meant = similarModels(current, name, call.entry, context.calendar.at(call.requestTimeMs).day);
    throw new ApiError('model_not_found', {
      param: 'model',
      message: `The model ${JSON.stringify(name)} does not exist.${meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`} List the models with GET /v1/models.`,
      cause: `the model ${shown(name)} does not exist`,
    });
  }
  if (model.kind !== endpoint.kind) {
    throw new ApiError('invalid_parameter', {
      param: 'model',
      message: `The model ${JSON.stringify(name)} is of kind "${model.kind}" and cannot be called at this address.${rightAddress(context, model.kind)}`,
    });
  }
  refuseRetired(context, call, model);
  return model;
}
