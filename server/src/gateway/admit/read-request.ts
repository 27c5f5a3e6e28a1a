import { findKnown } from '../../domain/catalog/known-to.ts';
import type { ModelEndpoint } from '../../endpoints/endpoint.ts';
import { leaveOutZeros } from '../../json/leave-out-zeros.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { AuthenticatedCall, Filling, ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { resolveTerms } from './resolve-terms.ts';

type Parts = Pick<GatewayContext, 'calendar' | 'catalog' | 'endpoints'>;

/**
 * For an alias, notes the model that it stands for: that is the one sold. Unknown names are not noted, because each would add a permanent
 * line to the usage figures; the call's error names them.
 */
function noteName({ catalog: { current } }: Parts, call: AuthenticatedCall, named: unknown): void {
  if (typeof named !== 'string') return;
  const model = findKnown(current, named, call.entry.account.account.id);
  call.modelName = model?.name ?? (current.providersByModel.has(named) ? named : null);
  if (model !== undefined && model.name !== named) call.alias = named;
}

/**
 * Checks the content of the body: what is requested, from which model, at what price. Nothing is reserved yet.
 * @throws {ApiError} 400, 403 or 404.
 */
export function readRequest(context: Parts, call: AuthenticatedCall, endpoint: ModelEndpoint, body: ScannedBody): ReadCall {
  leaveOutZeros(body, endpoint.zeroMeansUnset);
  noteName(context, call, body.value.model);
  call.streamed = body.value.stream === true && endpoint.document.event !== null;
  const read = call as Filling<ReadCall>;
  read.endpoint = endpoint;
  read.body = body;
  read.wants = endpoint.read(body);
  resolveTerms(context, read);
  if (endpoint.music !== undefined) read.music = endpoint.music.read(body, read.model.music);
  return read;
}
