import { routeNotes } from '@tollgate/contract/calls/route-notes';
import { ApiError } from '@tollgate/contract/errors';
import { staysInCountry } from '../domain/tenants/stays-in-country.ts';
import { providersServing } from '../domain/catalog/providers-serving.ts';
import type { Candidate } from '../upstream/routing/candidate.ts';
import type { RoutingOptions } from '../upstream/routing/rehearsal.ts';
import { receiving } from './losses.ts';
import { passOver } from './pass-over.ts';
import { routingOptions } from './routing-options.ts';
import { unavailable } from './refusals/unavailable.ts';
import type { AdmittedCall, Filling, RoutedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';

type Parts = Pick<GatewayContext, 'catalog' | 'protocols' | 'region' | 'routeBalance' | 'routing'>;

/** Ejected routes are last. If the last one is not ejected, none is. If the first one is, all are, and they are tried. */
function notePutAside({ routing }: Parts, call: Filling<RoutedCall>): void {
  const isAside = (candidate: Candidate | undefined): boolean =>
    candidate !== undefined && routing.standing(candidate.route) === 'ejected';
  const { candidates } = call;
  if (candidates.length < 2 || !isAside(candidates.at(-1)) || isAside(candidates[0])) return;
  for (const candidate of candidates) {
    if (!isAside(candidate)) continue;
    const { lastFault } = routing.report(candidate.route);
    passOver(
      call,
      candidate,
      lastFault === null ? routeNotes.write('aside', {}) : routeNotes.write('aside_after', { fault: lastFault }),
    );
  }
}

const inMaintenanceNote = routeNotes.write('maintenance', {});

/** The routes that serve a call. */
interface Serving {
  /** Best first. */
  readonly candidates: Candidate[];
  readonly inMaintenance: readonly Candidate[];
}

/** Puts private upstreams before shared ones, and ejected ones after all working ones. */
function serving({ catalog, protocols, routing }: Parts, call: AdmittedCall, options: RoutingOptions): Serving {
  const name = call.model.name;
  const [first = [], ...others] = providersServing(catalog.current, name, call.entry.account.account);
  const served = protocols.serving(first, call.endpoint);
  const candidates = routing.candidates(served, name, options);
  const inMaintenance = routing.inMaintenance(served, name, options);
  if (others.length === 0) return { candidates, inMaintenance };
  const lists = others.map((list) => protocols.serving(list, call.endpoint));
  for (const list of lists) candidates.push(...routing.candidates(list, name, options));
  const isAside = ({ route }: Candidate): boolean => routing.standing(route) === 'ejected';
  return {
    candidates: [...candidates.filter((one) => !isAside(one)), ...candidates.filter(isAside)],
    inMaintenance: [...inMaintenance, ...lists.flatMap((list) => routing.inMaintenance(list, name, options))],
  };
}

/**
 * The routes whose providers support the request's needs.
 * @throws {ApiError} 400 if there are providers but none does.
 */
function able({ wants: { needs } }: AdmittedCall, { candidates, inMaintenance }: Serving): Serving {
  if (needs === undefined) return { candidates, inMaintenance };
  const supports = ({ provider }: Candidate): boolean => provider.quirks[needs.quirk] === true;
  const found = { candidates: candidates.filter(supports), inMaintenance: inMaintenance.filter(supports) };
  const isServed = candidates.length + inMaintenance.length > 0;
  if (isServed && found.candidates.length + found.inMaintenance.length === 0) throw needs.refusal();
  return found;
}

/**
 * The routes that can receive the request.
 * @throws {ApiError} 400 if there are routes but none can.
 */
function receivingIn(context: Parts, call: AdmittedCall, served: Serving): Serving {
  const { candidates, inMaintenance } = served;
  const losesNothing = ({ provider }: Candidate): boolean => !context.protocols.isForeign(call.endpoint, provider);
  // Nearly every call: all its routes speak the client's protocol.
  if (candidates.every(losesNothing) && inMaintenance.every(losesNothing)) return served;
  const found = new Set(receiving(context, call, [...candidates, ...inMaintenance]));
  return { candidates: candidates.filter((one) => found.has(one)), inMaintenance: inMaintenance.filter((one) => found.has(one)) };
}

/** Whether the model has enabled providers, none of which offers the operation of the call. */
function isUnsupported({ catalog, protocols }: Parts, { model, entry, endpoint }: AdmittedCall): boolean {
  const all = providersServing(catalog.current, model.name, entry.account.account).flat();
  const providers = all.filter(({ enabled }) => enabled);
  return providers.length > 0 && protocols.serving(providers, endpoint).length === 0;
}

/** The refusal of a call that no route serves. */
function refusalOf(context: Parts, call: AdmittedCall, inMaintenance: readonly Candidate[]): ApiError {
  if (isUnsupported(context, call)) return new ApiError('unsupported_operation', { param: 'model' });
  if (inMaintenance.length > 0)
    return unavailable(context, call, { state: 'maintenance', cause: 'every route of this model is in maintenance' });
  if (call.entry.account.account.isolation === 'own_only')
    return unavailable(context, call, {
      state: 'unserved',
      cause: "no upstream of the account's own serves this model, and it uses no other",
    });
  if (staysInCountry(call.entry))
    return new ApiError('no_domestic_route', { cause: 'no domestic route of an enabled provider serves this model' });
  return unavailable(context, call, { state: 'unserved', cause: 'no enabled provider serves this model' });
}

/**
 * The routes that serve the model, best first; a route appears once.
 * @throws {ApiError} 503 if there is none; 400 if none supports the request or offers the operation; 403 if none is within the country and
 * the key may use no other.
 */
export function route(context: Parts, call: AdmittedCall): RoutedCall {
  const options = routingOptions(context, call);
  const { candidates, inMaintenance } = receivingIn(context, call, able(call, serving(context, call, options)));
  for (const candidate of inMaintenance) passOver(call, candidate, inMaintenanceNote);
  if (candidates.length === 0) throw refusalOf(context, call, inMaintenance);
  const routed = call as Filling<RoutedCall>;
  routed.candidates = candidates;
  routed.affinity = options.affinity ?? null;
  notePutAside(context, routed);
  return routed;
}
