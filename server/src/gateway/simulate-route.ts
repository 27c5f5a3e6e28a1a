import { ApiError } from '@tollgate/contract/errors';
import { noUsage } from '@tollgate/contract/usage';
import type { KeyEntry } from '../domain/tenants/directory.ts';
import type { Estimate, ModelEndpoint } from '../endpoints/endpoint.ts';
import { BodyScanner } from '../json/body-scanner.ts';
import type { Candidate } from '../upstream/candidate.ts';
import { estimateOf } from './admit/estimate-of.ts';
import { readRequest } from './admit/read-request.ts';
import { nextCandidate, type Progress } from './call-upstream/next-candidate.ts';
import type { AdmittedCall, AuthenticatedCall, Filling, RoutedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { PassedOver } from './pass-over.ts';
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

/** A call that nobody makes. */
export interface SimulatedCall {
  readonly entry: Pick<KeyEntry, 'account' | 'key' | 'subAccount'>;
  readonly endpoint: ModelEndpoint;
  /** As its client would send it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Replace what the request lets expect. */
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** A route in the order in which the call would come to it. */
export interface SimulatedStep {
  /** With the key that it would use. */
  readonly candidate: Candidate;
  readonly choice: 'chosen' | 'next' | 'passed_over';
  /** Why it is passed over, or comes after all others. */
  readonly why: string | null;
}

export interface Simulation {
  readonly steps: readonly SimulatedStep[];
  /** Why the call would be refused before any route is asked. */
  readonly refusal: ApiError | null;
}

function authenticated({ clock }: Parts, { entry }: SimulatedCall): AuthenticatedCall {
  const startedMs = clock.monotonicMs();
  const call: Partial<AuthenticatedCall> = {
    requestTimeMs: clock.nowMs(),
    startedMs,
    request: { headers: {} } as AuthenticatedCall['request'],
    entry: { ...entry, ipAllowed: () => true },
    passedOver: null,
    alias: null,
  };
  return call as AuthenticatedCall;
}

function overriding(estimate: Estimate, { inputTokens, outputTokens }: SimulatedCall): Estimate {
  const expected = {
    ...estimate.expected,
    inputTokens: inputTokens ?? estimate.expected.inputTokens,
    outputTokens: outputTokens ?? estimate.expected.outputTokens,
  };
  return { ...estimate, expected, input: inputTokens === undefined ? estimate.input : { ...noUsage, inputTokens } };
}

/** What admission would make of it. It takes no place, no money and no memory. @throws {ApiError} */
function admitted(context: Parts, call: AuthenticatedCall, simulated: SimulatedCall): AdmittedCall {
  const scanner = new BodyScanner(context.limits.scan);
  scanner.push(Buffer.from(JSON.stringify(simulated.request)));
  const read = readRequest(context, call, simulated.endpoint, scanner.finish()) as Filling<AdmittedCall>;
  read.day = context.calendar.at(call.requestTimeMs).day;
  read.estimate = overriding(estimateOf(context, read, null), simulated);
  return read;
}

const passedOver = ({ candidate, why }: PassedOver): SimulatedStep => ({ candidate, choice: 'passed_over', why });

/** Every route that the call would come to if each one before it failed. */
function stepsOf(context: Parts, call: RoutedCall): readonly SimulatedStep[] {
  const before = call.passedOver ?? [];
  const putAside = new Map(before.map(({ candidate, why }) => [candidate.route.id, why]));
  const steps: SimulatedStep[] = [];
  const progress: Progress = { tried: [], next: 0 };
  for (;;) {
    const full: PassedOver[] = [];
    const candidate = nextCandidate(context, Object.assign(call, { passedOver: full }), progress);
    steps.push(...full.map(passedOver));
    // A rehearsal waits for nothing.
    if (candidate === null || candidate instanceof Promise) break;
    const choice = progress.tried.length === 0 ? 'chosen' : 'next';
    steps.push({ candidate, choice, why: putAside.get(candidate.route.id) ?? null });
    progress.tried.push({ candidate, why: { fault: 'connect' } });
  }
  const { attemptsMax } = context.limits;
  const why =
    progress.tried.length < attemptsMax ? 'no retries are left' : `a call makes at most ${String(attemptsMax)} attempts`;
  steps.push(...call.candidates.slice(progress.next).map((candidate) => passedOver({ candidate, why })));
  const known = new Set(steps.map(({ candidate }) => candidate.route.id));
  return [...steps, ...before.filter(({ candidate }) => !known.has(candidate.route.id)).map(passedOver)];
}

/** Finds the routes that a call would take now, by the code that routes calls, without any effect on later calls. */
export function simulateRoute(context: Parts, simulated: SimulatedCall): Simulation {
  const rehearsal = { ...context, routing: { ...context.routing, ...context.routing.rehearse() } };
  const call = authenticated(context, simulated);
  try {
    return { steps: stepsOf(rehearsal, route(rehearsal, admitted(context, call, simulated))), refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { steps: (call.passedOver ?? []).map(passedOver), refusal: error };
  }
}
