import { routeNotes } from '@tollgate/contract/calls/route-notes';
import { ApiError } from '@tollgate/contract/errors';
import { noUsage } from '@tollgate/contract/usage';
import type { RouteSimulation, SimulatedRequest, SimulatingCaller, SimulationStep } from '../domain/route-simulation.ts';
import { findNamed } from '../domain/catalog/find-named.ts';
import type { KeyEntry } from '../domain/tenants/directory.ts';
import type { Estimate, ModelEndpoint } from '../endpoints/endpoint.ts';
import { BodyScanner } from '../json/body-scanner.ts';
import type { Candidate } from '../upstream/routing/candidate.ts';
import { estimateOf } from './admit/estimate-of.ts';
import { fallbackOf } from './admit/fallback-of.ts';
import { readRequest } from './admit/read-request.ts';
import { nextCandidate, type Progress } from './call-upstream/next-candidate.ts';
import type { AdmittedCall, AuthenticatedCall, Filling, PassedOver, RoutedCall } from './call.ts';
import { takeFallback } from './fallback.ts';
import type { GatewayContext } from './gateway-context.ts';
import { unavailable } from './refusals/unavailable.ts';
import { route } from './route.ts';

/** The parts of the gateway that it uses. */
type Parts = Pick<
  GatewayContext,
  | 'bodyMemory'
  | 'calendar'
  | 'catalog'
  | 'clock'
  | 'endpoints'
  | 'limits'
  | 'pauses'
  | 'protocols'
  | 'region'
  | 'routeBalance'
  | 'routing'
  | 'typicalOutput'
>;

function authenticated({ clock }: Parts, { key, account, subAccount }: SimulatingCaller): AuthenticatedCall {
  const call: Partial<AuthenticatedCall> = {
    requestTimeMs: clock.nowMs(),
    startedMs: clock.monotonicMs(),
    request: { headers: {} } as AuthenticatedCall['request'],
    client: { left: false } as AuthenticatedCall['client'],
    entry: {
      key: key as KeyEntry['key'],
      account: { account, credits: 0n, revision: 0 },
      subAccount: subAccount === null ? null : { subAccount },
      ipAllowed: () => true,
    },
    passedOver: null,
    alias: null,
  };
  return call as AuthenticatedCall;
}

function overriding(estimate: Estimate, { inputTokens, outputTokens }: SimulatedRequest): Estimate {
  const expected = {
    ...estimate.expected,
    inputTokens: inputTokens ?? estimate.expected.inputTokens,
    outputTokens: outputTokens ?? estimate.expected.outputTokens,
  };
  return { ...estimate, expected, input: inputTokens === undefined ? estimate.input : { ...noUsage, inputTokens } };
}

/** The operation of a request. Forms have files, and are routed like the operation for JSON of their kind. @throws {ApiError} 400 */
function endpointOf({ endpoints, catalog }: Parts, { endpoint: name, body }: SimulatedRequest): ModelEndpoint {
  const known = endpoints.filter((each): each is ModelEndpoint => 'kind' in each && each.form === null);
  const kind = typeof body.model === 'string' ? findNamed(catalog.current, body.model)?.kind : undefined;
  const found = known.find((each) => (name === undefined ? each.kind === (kind ?? 'chat') : each.name === name));
  if (found !== undefined) return found;
  const names = known.map((each) => each.name).join(', ');
  throw new ApiError('invalid_parameter', { param: 'endpoint', message: `\`endpoint\` must be one of: ${names}.` });
}

/** What admission would make of it. It takes no place, no money and no memory. @throws {ApiError} */
function admitted(context: Parts, call: AuthenticatedCall, endpoint: ModelEndpoint, request: SimulatedRequest): AdmittedCall {
  const scanner = new BodyScanner(context.limits.scan);
  const value = request.isExample ? { ...endpoint.document.example, ...request.body } : request.body;
  scanner.push(Buffer.from(JSON.stringify(value)));
  const read = readRequest(context, call, endpoint, scanner.finish()) as Filling<AdmittedCall>;
  read.day = context.calendar.at(call.requestTimeMs).day;
  read.estimate = overriding(estimateOf(context, read, null), request);
  const fallback = fallbackOf(context, read);
  read.fallback = fallback && { ...fallback, estimate: overriding(fallback.estimate, request) };
  return read;
}

type Step = Omit<SimulationStep, 'model'>;

const passedOver = ({ candidate, why }: PassedOver): Step => ({ candidate, choice: 'passed_over', why });

/** Every route that the call would come to if each one before it failed. */
function stepsOf(context: Parts, call: RoutedCall): readonly Step[] {
  const before = call.passedOver ?? [];
  const putAside = new Map(before.map(({ candidate, why }) => [candidate.route.id, why]));
  const aside = ({ route: { id } }: Candidate): string | null => putAside.get(id) ?? null;
  const steps: Step[] = [];
  const progress: Progress = { tried: [], next: 0 };
  for (;;) {
    const full: PassedOver[] = [];
    const candidate = nextCandidate(context, Object.assign(call, { passedOver: full }), progress);
    steps.push(
      ...full.map((each) =>
        passedOver({ ...each, why: [aside(each.candidate), each.why].flatMap((why) => why ?? []).join('; ') }),
      ),
    );
    // A rehearsal waits for nothing.
    if (candidate === null || candidate instanceof Promise) break;
    const choice = progress.tried.length === 0 ? 'chosen' : 'next';
    steps.push({ candidate, choice, why: aside(candidate) });
    progress.tried.push({ candidate, why: { fault: 'connect' } });
  }
  const { attemptsMax } = context.limits;
  const why =
    progress.tried.length < attemptsMax
      ? routeNotes.write('no_retries', {})
      : routeNotes.write('attempts_max', { most: String(attemptsMax) });
  steps.push(...call.candidates.slice(progress.next).map((candidate) => passedOver({ candidate, why: aside(candidate) ?? why })));
  const known = new Set(steps.map(({ candidate }) => candidate.route.id));
  return [...steps, ...before.filter(({ candidate }) => !known.has(candidate.route.id)).map(passedOver)];
}

type Followed = Pick<RouteSimulation, 'refusal' | 'steps'>;

/** What the call finds at the routes of its present model. */
function followModel(context: Parts, call: AdmittedCall): Followed {
  const { name: model } = call.model;
  const named = (steps: readonly Step[]): Followed['steps'] => steps.map((step) => ({ ...step, model }));
  try {
    const steps = stepsOf(context, route(context, call));
    const isAsked = steps.some(({ choice }) => choice !== 'passed_over');
    const refusal = isAsked ? null : unavailable(context, call, { cause: 'every key of its routes is at its limits' });
    return { steps: named(steps), refusal };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { steps: named((call.passedOver ?? []).map(passedOver)), refusal: error };
  }
}

/** What it finds at the routes of its model and then, if it has one, at those of the fallback. */
function follow(context: Parts, call: AdmittedCall): Followed {
  const own = followModel(context, call);
  const isRefused = own.refusal !== null;
  if (takeFallback(call, own.refusal ?? unavailable(context, call, { cause: 'every route failed' })) === null) return own;
  call.passedOver = null;
  const { steps, refusal } = followModel(context, call);
  const after = steps.map((step) => (step.choice === 'chosen' && !isRefused ? { ...step, choice: 'next' as const } : step));
  return { steps: [...own.steps, ...after], refusal: refusal === null ? null : own.refusal };
}

/** Finds the routes that a call would take now, by the code that routes calls, without any effect on later calls. @throws {ApiError} 400 */
export function simulateRoute(context: Parts, caller: SimulatingCaller, request: SimulatedRequest): RouteSimulation {
  const rehearsal = { ...context, routing: { ...context.routing, ...context.routing.rehearse() } };
  const endpoint = endpointOf(context, request);
  const call = authenticated(context, caller);
  try {
    const ready = admitted(context, call, endpoint, request);
    const { expected } = ready.estimate;
    const { steps, refusal } = follow(rehearsal, ready);
    return { endpoint: endpoint.name, expected: refusal === null ? expected : null, refusal, steps };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { endpoint: endpoint.name, expected: null, refusal: error, steps: [] };
  }
}
