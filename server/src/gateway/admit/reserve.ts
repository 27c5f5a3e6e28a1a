import { ApiError } from '@tollgate/contract/errors';
import { noUsage, type PromptUsage, type Usage } from '@tollgate/contract/usage';
import { cost, costOfPrompts, worstCost } from '../../domain/catalog/price.ts';
import type { Moment } from '../../domain/limits/calendar.ts';
import type { BrokenConnectionVerdict } from '../../domain/limits/broken-connections.ts';
import type { Admission, MoneyLimit, RateLimits } from '../../domain/limits/coordination.ts';
import { capLimits, subAccountCapLimits } from '../../domain/limits/cap-limits.ts';
import type { Key } from '../../domain/tenants/tenant.ts';
import type { ModelRequest } from '../../endpoints/endpoint.ts';
import { brokenConnectionsRefusal } from './admission-refusal.ts';
import type { AuthenticatedCall, EstimatedCall, ReadCall } from '../call.ts';
import { expectedTokens } from '../expected-tokens.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { refuseUnusableKey } from '../refusals/refuse-unusable-key.ts';
import { refuseInMaintenance } from './refuse-in-maintenance.ts';
import { findModel } from './find-model.ts';

type Parts = Pick<
  GatewayContext,
  'books' | 'brokenConnections' | 'calendar' | 'catalog' | 'clock' | 'coordination' | 'endpoints' | 'news' | 'state' | 'timeZone'
>;

/** The rate allowed to a key that received too much uncharged output over broken connections. */
const slowedRequestsPerMinute = 10;
const slowedConcurrency = 1;

/** The key's own limits, or lower ones if it is slowed down. */
function keyLimitsOf({ limits }: Key, slowed: boolean): Key['limits'] {
  if (!slowed) return limits;
  return {
    ...limits,
    requestsPerMinute: Math.min(limits.requestsPerMinute ?? Infinity, slowedRequestsPerMinute),
    concurrency: Math.min(limits.concurrency ?? Infinity, slowedConcurrency),
  };
}

function rateLimitsOf(call: AuthenticatedCall, slowed: boolean): readonly RateLimits[] {
  const { account } = call.entry.account;
  const limits = keyLimitsOf(call.entry.key, slowed);
  const ofAccount: RateLimits = { id: account.id, scope: 'account', ...account.limits, tokensPerMinute: null };
  if (limits.requestsPerMinute === undefined && limits.tokensPerMinute === undefined && limits.concurrency === undefined)
    return [ofAccount];
  return [
    ofAccount,
    {
      id: call.entry.key.id,
      scope: 'key',
      requestsPerMinute: limits.requestsPerMinute ?? null,
      tokensPerMinute: limits.tokensPerMinute ?? null,
      concurrency: limits.concurrency ?? null,
    },
  ];
}

function moneyLimitsOf(call: AuthenticatedCall, moment: Moment): readonly MoneyLimit[] {
  const { key, account, subAccount } = call.entry;
  const ofAccount: MoneyLimit = { scope: 'account', window: account.account.id, limit: account.credits, arming: 0 };
  if (subAccount === null) return [ofAccount, ...capLimits(key, moment)];
  return [ofAccount, ...capLimits(key, moment), ...subAccountCapLimits(subAccount.subAccount, moment)];
}

/**
 * Refuses the call if something changed since its head arrived: a key can be deleted while a body, or a figure from another node, is still
 * in transit.
 */
function refuseChanged(context: Parts, call: ReadCall): void {
  const nowMs = context.clock.nowMs();
  refuseUnusableKey(call, nowMs);
  findModel(context, call, call.endpoint, call.wants.model);
  refuseInMaintenance(context, nowMs);
  if (context.state.draining) throw new ApiError('maintenance');
  if (!context.books.accepting) throw new ApiError('storage_unavailable');
}

/** Handles an answer that had to be awaited. If its inputs changed meanwhile, the reservation is released and the caller asks again. */
async function lateAnswer(
  context: Parts,
  call: AuthenticatedCall,
  deciding: Promise<Admission>,
  stillAllowed: () => void,
): Promise<Admission> {
  // These entries are live: a change replaces the record.
  const { key, account, subAccount } = call.entry;
  const asked = { key, account: account.account, credits: account.credits, subAccount: subAccount?.subAccount };
  const admission = await deciding;
  if (!admission.admitted) return admission;
  const giveBack = () => context.coordination.settle({ reservation: admission.reservation, posted: 0n, tokens: 0 });
  try {
    stillAllowed();
  } catch (error) {
    await giveBack();
    throw error;
  }
  const isSameAccount = account.account === asked.account && account.credits === asked.credits;
  if (isSameAccount && call.entry.key === asked.key && subAccount?.subAccount === asked.subAccount) return admission;
  await giveBack();
  return { admitted: false, refusal: { reason: 'stale', revision: account.revision }, rate: admission.rate };
}

/** The decision of the limits. */
export interface Asked {
  readonly admission: Admission;
  /** The hour, day and month that the call belongs to, regardless of when it ends. */
  readonly moment: Moment;
  /** The key received too much uncharged output over broken connections, so lower limits were applied. */
  readonly slowed: boolean;
}

type Judged = BrokenConnectionVerdict & { readonly allowed: true };

/** @throws {ApiError} if the account received too much uncharged output over broken connections. */
function allowedBy(context: Parts, verdict: BrokenConnectionVerdict): Judged {
  if (verdict.allowed) return verdict;
  throw brokenConnectionsRefusal(context, verdict.untilMs);
}

function judge(context: Parts, call: AuthenticatedCall): Judged | Promise<Judged> {
  const { id: accountId, brokenConnections: rules } = call.entry.account.account;
  const caller = { accountId, keyId: call.entry.key.id, rules };
  const judging = context.brokenConnections.judge(caller, context.clock.nowMs());
  if (judging instanceof Promise) return judging.then((verdict) => allowedBy(context, verdict));
  return allowedBy(context, judging);
}

/** Divided evenly: nothing shows beforehand which prompt gets the long answer. */
function evenly(
  { inputTokens, outputTokens }: Usage,
  prompts: number,
  { serviceTier: tier }: ModelRequest,
): readonly PromptUsage[] {
  const shares = { inputTokens: Math.ceil(inputTokens / prompts), outputTokens: Math.ceil(outputTokens / prompts) };
  return Array.from({ length: prompts }, () => ({ ...noUsage, ...shares, tier }));
}

type Expected = Pick<EstimatedCall, 'quote' | 'estimate' | 'requestTimeMs' | 'wants'>;

function expectedCost({ quote, estimate, requestTimeMs, wants }: Expected): bigint {
  const { price, multiplierPpm } = quote;
  const { prompts } = wants;
  if (prompts !== undefined) return costOfPrompts(price, evenly(estimate.expected, prompts, wants), multiplierPpm, requestTimeMs);
  const circumstances = price.card === null ? undefined : { requestTimeMs, serviceTier: wants.serviceTier };
  return cost(price, estimate.expected, multiplierPpm, circumstances);
}

/** Of the model or of its fallback: whichever answers is charged. */
function dearerCost(call: EstimatedCall): bigint {
  const own = expectedCost(call);
  if (call.fallback === null) return own;
  const { requestTimeMs, wants } = call;
  const other = expectedCost({ ...call.fallback, requestTimeMs, wants });
  return other > own ? other : own;
}

/** Checks all limits in one step, together with everything that can change. */
function ask(context: Parts, call: EstimatedCall, { heldMax, slowed }: Judged): Asked | Promise<Asked> {
  const atMs = context.clock.nowMs();
  const stillAllowed = (): void => {
    refuseChanged(context, call);
  };
  stillAllowed();
  const moment = context.calendar.at(atMs);
  const { estimate, strict, quote } = call;
  const deciding = context.coordination.admit({
    callId: call.id,
    accountId: call.entry.account.account.id,
    keyId: call.entry.key.id,
    revision: call.entry.account.revision,
    atMs,
    rates: rateLimitsOf(call, slowed),
    money: moneyLimitsOf(call, moment),
    reserve: strict ? worstCost(quote.price, estimate.worst, quote.multiplierPpm, call.wants.prompts) : dearerCost(call),
    strict,
    expectedTokens: expectedTokens(call),
    heldMax,
  });
  if (deciding instanceof Promise)
    return lateAnswer(context, call, deciding, stillAllowed).then((admission) => ({ admission, moment, slowed }));
  return { admission: deciding, moment, slowed };
}

function isHeld({ admission }: Asked): boolean {
  return !admission.admitted && admission.refusal.reason === 'held';
}

/** Recent charges may allow more, and so may figures of other nodes. They are looked up only for accounts that need more. */
async function askNewer(context: Parts, call: EstimatedCall, asked: Asked, verdict: Judged): Promise<Asked> {
  await context.brokenConnections.refresh(call.entry.account.account.id, context.clock.nowMs());
  const newer = await judge(context, call);
  return newer.heldMax > verdict.heldMax ? ask(context, call, newer) : asked;
}

function askBy(context: Parts, call: EstimatedCall, verdict: Judged): Asked | Promise<Asked> {
  const newerIfHeld = (asked: Asked) => (isHeld(asked) ? askNewer(context, call, asked, verdict) : asked);
  const asked = ask(context, call, verdict);
  return asked instanceof Promise ? asked.then(newerIfHeld) : newerIfHeld(asked);
}

/**
 * Decides whether the limits allow the call, and reserves its amount. The refusal `stale` means that the account's entries have to be
 * loaded again.
 * @throws {ApiError} if the key, the model, the account's broken connections or the service do not allow the call.
 */
export function reserve(context: Parts, call: EstimatedCall): Asked | Promise<Asked> {
  const verdict = judge(context, call);
  if (verdict instanceof Promise) return verdict.then((late) => askBy(context, call, late));
  return askBy(context, call, verdict);
}
