import { routeNotes } from '@tollgate/contract/calls/route-notes';
import { ApiError } from '@tollgate/contract/errors';
import type { Losses } from '../dialects/dialect.ts';
import type { Provider } from '../domain/catalog/model.ts';
import type { Candidate } from '../upstream/routing/candidate.ts';
import type { AdmittedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import { passOver } from './pass-over.ts';

type Parts = Pick<GatewayContext, 'protocols'>;

/** A client that sends `required` gets an error instead of an answer to a request that lost something. */
const losslessHeader = 'x-tollgate-lossless';

/** What the call loses at a provider; `null` if the provider speaks the client's protocol. */
export function lossesAt({ protocols }: Parts, call: AdmittedCall, provider: Provider): Losses | null {
  const losses = protocols.relay(call.endpoint, provider)?.losses;
  return losses === undefined
    ? null
    : losses(call.body, { supportedParameters: call.model.supportedParameters, quirks: provider.quirks });
}

/** @throws {ApiError} 400 for a value that nothing is known of. */
function isLosslessRequired({ request }: AdmittedCall): boolean {
  const value = request.headers[losslessHeader];
  if (value === undefined) return false;
  if (value === 'required') return true;
  throw new ApiError('invalid_parameter', {
    param: losslessHeader,
    message: `The header \`${losslessHeader}\` must be \`required\`, or be left out.`,
  });
}

const quoted = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(', ');

/** A field that no provider of the model can receive, as the client gets it. */
export function impossible({ param, about }: NonNullable<Losses['refused']>): ApiError {
  const what = `${about.charAt(0).toLowerCase()}${about.slice(1)}`;
  const message = `\`${param}\` was refused: no provider of this model accepts ${what}. Change it, leave it out, or choose another model.`;
  return new ApiError('invalid_parameter', { param, message });
}

function lossy(dropped: readonly string[]): ApiError {
  const message = `No provider of this model can receive ${quoted(dropped)}, and \`${losslessHeader}: required\` was sent. Leave the fields or the header out, or choose another model.`;
  return new ApiError('invalid_parameter', { param: dropped[0] ?? null, message });
}

/** Why the request cannot be sent to a candidate; `null` if it can. */
function obstacle(losses: Losses | null, isRequired: boolean): { readonly why: string; readonly refusal: () => ApiError } | null {
  if (losses === null) return null;
  const { refused, dropped } = losses;
  if (refused !== null) return { why: refused.param, refusal: () => impossible(refused) };
  return isRequired && dropped.length > 0 ? { why: dropped.join(', '), refusal: () => lossy(dropped) } : null;
}

/**
 * The candidates that can receive the request, in the same order. The others are passed over.
 * @throws {ApiError} 400 if there are candidates but none can.
 */
export function receiving(context: Parts, call: AdmittedCall, candidates: readonly Candidate[]): readonly Candidate[] {
  const isRequired = isLosslessRequired(call);
  const found: Candidate[] = [];
  const refusals: (() => ApiError)[] = [];
  for (const candidate of candidates) {
    const met = obstacle(lossesAt(context, call, candidate.provider), isRequired);
    if (met === null) {
      found.push(candidate);
      continue;
    }
    refusals.push(met.refusal);
    passOver(call, candidate, routeNotes.write('cannot_receive', { fields: met.why }));
  }
  const [refusal] = refusals;
  if (found.length === 0 && refusal !== undefined) throw refusal();
  return found;
}
