import type { ApiError } from '@tollgate/contract/errors';
import type { RouteKey } from '../../domain/catalog/model.ts';
import { maySendAgain } from '../../upstream/routing/retry-rule.ts';
import type { Candidate } from '../../upstream/routing/candidate.ts';
import type { Tried } from '../../upstream/routing/routing.ts';
import type { AnsweredCall, AttemptFault, Filling, RoutedCall } from '../call.ts';
import { CallFailure, ClientLeft, endingOf } from '../refusals/call-failure.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { expectedTokens } from '../expected-tokens.ts';
import { Heartbeat } from '../heartbeat.ts';
import { lossesAt } from '../losses.ts';
import { unavailable } from '../refusals/unavailable.ts';
import { withWords } from '../refusals/with-words.ts';
import { attemptAt, type Attempted } from './attempt-at.ts';
import { convertFiles } from './convert-files.ts';
import { nextCandidate, type Progress } from './next-candidate.ts';
import { attemptEndMs, timeoutsLeft } from './open-attempt.ts';
import { convertToStream } from './convert-to-stream.ts';

type Parts = Pick<
  GatewayContext,
  | 'catalog'
  | 'clock'
  | 'contentAddresses'
  | 'deadlines'
  | 'fits'
  | 'limits'
  | 'logger'
  | 'media'
  | 'objects'
  | 'unknownFinishReasons'
  | 'pauses'
  | 'protocols'
  | 'publicUrl'
  | 'routing'
  | 'transport'
  | 'turns'
>;

function failure(context: Parts, call: RoutedCall, fault: AttemptFault): CallFailure {
  const wait = fault.retryAfterMs ?? ('status' in fault.failure ? fault.failure.retryAfterMs : null);
  const error = unavailable(context, call, {
    cause: fault.cause,
    ...(wait === null ? {} : { retryAfterSeconds: Math.ceil(wait / 1000) }),
  });
  return new CallFailure(error, endingOf(fault), fault.work ?? null);
}

/**
 * Whether the fault is the client's: no route accepts the request in this form. If one route failed for its own reasons, a retry may still
 * help.
 */
function isForClient(fault: AttemptFault, tried: readonly Tried[]): fault is AttemptFault & { readonly error: ApiError } {
  return fault.error !== undefined && tried.every(({ why }) => 'status' in why && why.blame === 'request');
}

/** The cause of a failed attempt as text for the operator's log; `null` for an answer. */
function faultOf(result: Attempted): string | null {
  if (result.kind === 'answer') return null;
  if (result.kind === 'fault') return withWords(result.fault);
  if (result.kind === 'stopped') return result.reason instanceof ClientLeft ? 'the client left' : 'ended by the gateway';
  return `refused as the client's own fault (${result.error.code})`;
}

interface TimedResult {
  readonly result: Attempted;
  readonly durationMs: number;
}

function note(call: RoutedCall, key: RouteKey, { result, durationMs }: TimedResult): void {
  const fault = faultOf(result);
  // The first attempt of nearly every call succeeds, and then there is nothing to log.
  if (fault === null && call.attemptLog === null) return;
  (call.attemptLog ??= []).push({ route: call.routeName ?? '', key: key.id, fault, durationMs: Math.round(durationMs) });
}

/** Makes one attempt and always reports its result to the routing. */
async function tryCandidate(context: Parts, call: RoutedCall, candidate: Candidate, isFollowed: boolean): Promise<Attempted> {
  const { routing, clock } = context;
  call.attempts += 1;
  call.attemptEndMs = attemptEndMs(context, call, candidate, isFollowed);
  call.routeName = `${candidate.provider.name}/${candidate.route.region}`;
  call.isOwnRoute = candidate.provider.accountId !== undefined;
  call.routedBy = candidate.by;
  routing.started(candidate);
  const startedMs = clock.monotonicMs();
  let result: Attempted;
  try {
    result = await attemptAt(context, call, candidate);
  } catch (error) {
    routing.abandoned(candidate);
    if (candidate.isCounted) routing.released(candidate);
    throw error;
  }
  note(call, candidate.key, { result, durationMs: clock.monotonicMs() - startedMs });
  const { accountId } = call.reservation;
  if (result.kind === 'client_fault' || (result.kind === 'fault' && !result.wasSent)) candidate.tokens?.correct(0);
  if (result.kind === 'fault') routing.failed(candidate, result.fault.failure, result.fault.cause, accountId);
  else if (result.kind === 'stopped') routing.abandoned(candidate);
  else if (result.kind === 'answer') routing.succeeded(candidate, result.firstByteMs, accountId);
  else routing.refused(candidate, accountId);
  return result;
}

/** Whether another route that is not ejected can be tried after the attempt that starts now. */
function hasSuccessor({ routing, limits }: Parts, { candidates, fallback }: RoutedCall, { tried, next }: Progress): boolean {
  if (fallback !== null) return true;
  const other = candidates[next];
  return other !== undefined && tried.length + 1 < limits.attemptsMax && routing.standing(other.route) !== 'ejected';
}

function withAnswer(context: Parts, call: RoutedCall, found: Pick<AnsweredCall, 'candidate' | 'answer'>): AnsweredCall {
  const answered = call as Filling<AnsweredCall>;
  const { answer } = found;
  const lost = lossesAt(context, call, found.candidate.provider)?.dropped ?? [];
  const dropped = answer.kind === 'whole' && answer.dropped.length > 0 ? [...lost, ...answer.dropped] : lost;
  if (dropped.length > 0) answered.dropped = dropped;
  answered.candidate = found.candidate;
  answered.answer = found.answer;
  return answered;
}

/** For a model all of whose routes have reached the limits of their keys. */
function noneTried({ routing }: Parts, call: RoutedCall): AttemptFault {
  const tokens = expectedTokens(call);
  const waitMs = Math.min(...call.candidates.map((candidate) => routing.freesInMs(candidate, tokens)));
  const fault = { cause: 'every key of its routes is at its limits', failure: { fault: 'connect' } } as const;
  return waitMs > 0 ? { ...fault, retryAfterMs: waitMs } : fault;
}

async function tryCandidates(context: Parts, call: RoutedCall): Promise<AnsweredCall> {
  const progress: Progress = { tried: [], next: 0 };
  let last: AttemptFault | null = null;
  for (;;) {
    // The client has left, so no upstream is called.
    if (call.client.left) throw new ClientLeft();
    const next = nextCandidate(context, call, progress);
    const candidate = next instanceof Promise ? await next : next;
    if (candidate === null) break;
    const result = await tryCandidate(context, call, candidate, hasSuccessor(context, call, progress));
    if (result.kind === 'stopped') throw result.reason;
    if (result.kind === 'client_fault') throw result.error;
    if (result.kind === 'answer') {
      const { totalTimeoutMs: leftMs } = timeoutsLeft(context, call);
      const formed = await convertFiles(context, call, { answer: result.answer, candidate, leftMs });
      const answer = convertToStream(call, formed, context.protocols.relay(call.endpoint, candidate.provider));
      return withAnswer(context, call, { candidate, answer });
    }
    last = result.fault;
    progress.tried.push({ candidate, why: last.failure });
    if (!maySendAgain(call.endpoint.kind, result.wasSent)) break;
  }
  last ??= noneTried(context, call);
  throw isForClient(last, progress.tried) ? last.error : failure(context, call, last);
}

/**
 * Obtains the first byte of an answer. Routes are tried in order, only while nothing was relayed. A refusal, a broken connection or silence
 * moves on to the next route; a fault of the request itself does not. No route is asked twice while another is left. After that, the best
 * one is tried again after a pause, if its fault may have passed.
 * @throws {ApiError} for the client's own fault; {CallFailure} 503 when no route could serve; {ClientLeft}.
 */
export function callUpstream(context: Parts, call: RoutedCall): Promise<AnsweredCall> {
  if (call.candidates[0] !== undefined) context.routing.callStarted(call.candidates[0]);
  const trying = tryCandidates(context, call);
  // Clients wait for an image as long as it takes, and need its status before anything else.
  if (!call.wants.stream || call.endpoint.kind === 'image') return trying;
  const { deadlines, limits } = context;
  const heartbeat = new Heartbeat(deadlines, call.client, { comment: call.side.keepAlive, everyMs: limits.streamOpenAfterMs });
  return trying.finally(() => {
    heartbeat.stop();
  });
}
