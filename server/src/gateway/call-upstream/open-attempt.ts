import { ApiError } from '@tollgate/contract/errors';
import type { AttemptPlan, Relay } from '../../dialects/dialect.ts';
import type { Candidate } from '../../upstream/routing/candidate.ts';
import type { UpstreamTimeouts } from '../../upstream/exchange.ts';
import { isSentOnce } from '../../domain/catalog/is-sent-once.ts';
import type { RoutedCall } from '../call.ts';
import { CallFailure } from '../refusals/call-failure.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { UpstreamWork } from '../outcome.ts';
import { noQuirks, type Fit } from '../observations/fit.ts';
import { collects } from './collects.ts';
import { UpstreamAttempt } from './upstream-attempt.ts';

export type AttemptParts = Pick<
  GatewayContext,
  'clock' | 'limits' | 'unknownFinishReasons' | 'protocols' | 'transport' | 'turns'
>;

/** How one attempt serves the call. */
export interface Way {
  readonly dialect: string;
  readonly relay: Relay;
  readonly plan: AttemptPlan;
  /** See {@link collects}. */
  readonly isCollected: boolean;
}

/** The dialect of a candidate, and how it serves the call. Routing has excluded candidates without one. */
export function wayOf({ protocols }: AttemptParts, call: RoutedCall, candidate: Candidate, fit: Fit): Way {
  const { endpoint } = call;
  const { provider } = candidate;
  const dialect = protocols.spoken(endpoint, provider);
  const relay = protocols.relay(endpoint, provider);
  if (dialect === null || relay === null)
    throw new ApiError('internal_error', { cause: `"${provider.name}" does not serve ${endpoint.name}` });
  const { quirks, withoutSeals = false } = fit;
  const all = quirks === noQuirks ? provider.quirks : { ...provider.quirks, ...quirks };
  const isCollected = collects(call, relay, all);
  const plan = {
    model: call.model.name,
    upstreamModel: candidate.upstreamModel,
    stream: call.wants.stream || isCollected,
    includeUsage: call.wants.includeUsage,
    quirks: all,
    callId: call.id,
    body: call.body,
    inputTokens: call.estimate.input.inputTokens,
    supportedParameters: call.model.supportedParameters,
    outputLimit: call.model.outputLimit,
    provider: provider.name,
    clientHeaders: passedHeaders(call),
    outputTokensMax: call.outputTokensMax,
    withoutSeals,
  };
  return { dialect, relay, plan, isCollected };
}

const noHeaders: Readonly<Record<string, string>> = {};

function passedHeaders({ side, request }: RoutedCall): Readonly<Record<string, string>> {
  if (side.passedHeaders === undefined) return noHeaders;
  const sent = side.passedHeaders.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(sent);
}

/** The share of the remaining time for an attempt after which another route may be tried, so that there is time for that route. */
const shareOfTime = 0.6;

/**
 * Time limits of a call from now on. The total belongs to the call, not to the attempt: a further route gets the remainder, so that the
 * client gets an answer before its own time-out.
 */
export function timeoutsLeft({ limits, clock }: Pick<AttemptParts, 'limits' | 'clock'>, call: RoutedCall): UpstreamTimeouts {
  const timeouts = limits.timeouts(call.endpoint.kind, call.wants.stream);
  const passedMs = clock.monotonicMs() - call.startedMs;
  return { ...timeouts, totalTimeoutMs: timeouts.totalTimeoutMs - passedMs };
}

/**
 * When an attempt that starts now must be over. An attempt whose request is sent only once gets all the time, because no other follows it.
 * So does one that streams: its silence ends it.
 * @param isFollowed whether another route can be tried after it.
 */
export function attemptEndMs(
  context: Pick<AttemptParts, 'limits' | 'clock' | 'protocols'>,
  call: RoutedCall,
  { provider }: Candidate,
  isFollowed: boolean,
): number {
  const { totalTimeoutMs } = timeoutsLeft(context, call);
  const { endpoint, wants } = call;
  const mayShare = isFollowed && !wants.stream && !isSentOnce(endpoint.kind);
  const isShared = mayShare && !collects(call, context.protocols.relay(endpoint, provider), provider.quirks);
  return context.clock.monotonicMs() + (isShared ? shareOfTime * totalTimeoutMs : totalTimeoutMs);
}

/**
 * Work that an upstream began is not charged; its size is estimated from the request alone. Before the upstream has the request, there is
 * no work.
 */
export function workOf(attempt: UpstreamAttempt): UpstreamWork | null {
  return attempt.isSent ? { ...attempt.seen, endedNaturally: false } : null;
}

/** How often an answer or event that is checked as a whole is in memory: as bytes, as text and as a document. */
const timesKept = 3;

/** If an upstream has one URL for every operation of a protocol, a route may override it. */
function pathOf({ upstreamPath }: Relay, plan: AttemptPlan, ofRoute: string | null | undefined): string {
  return typeof upstreamPath === 'string' ? (ofRoute ?? upstreamPath) : upstreamPath(plan);
}

/** The whole is due when any whole answer is: clients wait no longer for one. */
function timeoutsOf(context: AttemptParts, call: RoutedCall, { isCollected }: Way): UpstreamTimeouts {
  const timeouts = context.limits.timeouts(call.endpoint.kind, call.wants.stream || isCollected);
  return { ...timeouts, totalTimeoutMs: call.attemptEndMs - context.clock.monotonicMs() };
}

/** Starts one attempt. `onReleased`, if given, is called once when its exchange is over. */
export function openAttempt(
  context: AttemptParts,
  call: RoutedCall,
  candidate: Candidate,
  { way, onReleased }: { readonly way: Way; readonly onReleased: (() => void) | null },
): UpstreamAttempt {
  const { dialect, relay, plan } = way;
  const attempt = new UpstreamAttempt({
    clock: context.clock,
    transport: context.transport,
    request: {
      route: candidate.called,
      dialect,
      path: pathOf(relay, plan, candidate.route.addresses[dialect]?.path),
      contentType: relay.contentType?.(plan),
      headers: typeof relay.headers === 'function' ? relay.headers(plan) : relay.headers,
      body: relay.toUpstream(plan.body, plan),
      stream: plan.stream,
      isSentOnce: isSentOnce(call.endpoint.kind),
      timeouts: timeoutsOf(context, call, way),
    },
    relay,
    plan,
    isCollected: way.isCollected,
    onReleased,
    onOddEnd(word) {
      context.unknownFinishReasons.heard(candidate.provider, call.model.name, word);
    },
    hasRoom: (bytes) => call.memory?.grow(timesKept * bytes) !== false,
    wholeBytesMax: context.limits.wholeAnswerBytesMax,
    mayKeep(bytes, handledBytes) {
      const fits = call.memory?.grow(timesKept * bytes) !== false;
      if (fits && !context.turns.spend(handledBytes)) {
        attempt.pause();
        context.turns.wait(() => {
          attempt.resume();
        });
      }
      if (!fits) attempt.stop(new CallFailure(new ApiError('too_many_large_requests'), 'refused', workOf(attempt)));
      return fits;
    },
  });
  return attempt;
}
