import type { CapScope } from '@tollgate/contract/tenants/cap-levels';
import { ApiError } from '@tollgate/contract/errors';
import { formatAmount } from '@tollgate/contract/money';
import type { AdmitRefusal } from '../../domain/limits/coordination.ts';
import { formatMoment } from '../../domain/limits/calendar.ts';
import type { AuthenticatedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'calendar' | 'clock' | 'timeZone'>;

type MoneyScope = 'account' | CapScope;

/** The caps of a scope and who set them. */
function cappedBy({ entry: { key, subAccount } }: AuthenticatedCall, scope: CapScope) {
  if (scope === 'key_day' || scope === 'key_month' || subAccount === null) return { caps: key, whose: 'this key' };
  return { caps: subAccount.subAccount, whose: `the sub-account "${subAccount.subAccount.name}" of this key` };
}

function capReached(context: Parts, call: AuthenticatedCall, scope: CapScope): ApiError {
  const { dayEndsMs, monthEndsMs } = context.calendar.at(context.clock.nowMs());
  const daily = scope === 'key_day' || scope === 'sub_account_day';
  const { caps, whose } = cappedBy(call, scope);
  const cap = daily ? caps.dailyCap : caps.monthlyCap;
  const resets = formatMoment(daily ? dayEndsMs : monthEndsMs, context.timeZone);
  return new ApiError(daily ? 'daily_cap_reached' : 'monthly_cap_reached', {
    message: `The ${daily ? 'daily' : 'monthly'} spending cap of ${whose} (${formatAmount(cap ?? 0n)} CNY) is reached. Raise the cap, or wait: it resets at ${resets}.`,
  });
}

function moneySpent(context: Parts, call: AuthenticatedCall, scope: MoneyScope): ApiError {
  if (scope === 'account') return new ApiError('balance_exhausted');
  return capReached(context, call, scope);
}

/** Avoids the word "balance": aggregators disable a channel permanently when they see it, and this state passes in a moment. */
const limitNames: Readonly<Record<MoneyScope, string>> = {
  account: 'funds of this account',
  key_day: 'daily spending cap of this key',
  key_month: 'monthly spending cap of this key',
  sub_account_day: 'daily spending cap of the sub-account of this key',
  sub_account_month: 'monthly spending cap of the sub-account of this key',
};

function moneyReserved(scope: MoneyScope, waitingHelps: boolean): ApiError {
  if (waitingHelps) {
    return new ApiError('cap_reserved', {
      message: `The rest of the ${limitNames[scope]} is reserved for requests that are still running. Retry in a moment.`,
    });
  }
  return new ApiError('cap_reserved', {
    message: `The rest of the ${limitNames[scope]} does not cover the maximum cost of this request, which strict keys reserve. Lower max_tokens or raise the limit.`,
    shouldRetry: false,
  });
}

/** Refuses an account that received too much uncharged output over broken connections, until a given time. */
export function brokenConnectionsRefusal(context: Parts, untilMs: number): ApiError {
  return new ApiError('too_many_broken_connections', {
    message: `Too many responses of this account were abandoned: the client closed the connection early. Requests are refused until ${formatMoment(untilMs, context.timeZone)}. Read responses to their end, or ask the operator for an exemption.`,
    shouldRetry: false,
  });
}

/** The same for one key, which may continue slowly. */
function slowedKey({ entry: { key } }: AuthenticatedCall, retryAfterMs: number): ApiError {
  return new ApiError('too_many_broken_connections', {
    message: `Too many responses of the key ${key.prefix}…${key.last4} were abandoned: the client closed the connection early. It may send 10 requests per minute, one at a time. Read responses to their end.`,
    retryAfterSeconds: retryAfterMs / 1000,
  });
}

type RateRefusal = Extract<AdmitRefusal, { readonly retryAfterMs: number }>;

/** People read the message and not the header, so it says when to retry. The log keeps the fact alone, as one cause for all waits. */
function inSentences(fact: string, retryAfterSeconds: number): { readonly message: string; readonly cause: string } {
  return { message: `${fact} Retry in ${String(Math.ceil(retryAfterSeconds))} s.`, cause: fact };
}

/** Refuses too many requests, tokens or concurrent calls of a key or an account. */
function rateRefusal({ entry: { key, account } }: AuthenticatedCall, { reason, scope, retryAfterMs }: RateRefusal): ApiError {
  const limits = scope === 'key' ? key.limits : account.account.limits;
  const whose = scope === 'key' ? 'this key' : 'this account';
  const retryAfterSeconds = retryAfterMs / 1000;
  switch (reason) {
    case 'concurrency': {
      const limit = scope === 'account' ? ` (limit ${String(limits.concurrency)})` : '';
      return new ApiError('concurrency_limit_exceeded', {
        message: `Too many requests at the same time for ${whose}${limit}. Wait until running requests complete.`,
      });
    }
    case 'tokens':
      return new ApiError('rate_limit_exceeded', {
        ...inSentences(`Too many tokens: ${whose} has reached its limit of tokens per minute.`, retryAfterSeconds),
        retryAfterSeconds,
      });
    case 'rate':
      return new ApiError('rate_limit_exceeded', {
        ...inSentences(
          `Too many requests: ${whose} may send ${String(limits.requestsPerMinute)} requests per minute.`,
          retryAfterSeconds,
        ),
        retryAfterSeconds,
      });
  }
}

/** Turns a refusal by the limits into the message and the retry advice for the client. */
export function admissionRefusal(context: Parts, call: AuthenticatedCall, refusal: AdmitRefusal, slowed: boolean): ApiError {
  switch (refusal.reason) {
    case 'money_spent':
      return moneySpent(context, call, refusal.scope);
    case 'money_reserved':
      return moneyReserved(refusal.scope, refusal.waitingHelps);
    case 'held':
      return new ApiError('concurrency_limit_exceeded', {
        message:
          'The running requests of this account could cost too much. Wait until some complete; accounts with higher charges can run more at the same time.',
      });
    case 'stale':
    case 'unavailable':
      return new ApiError('storage_unavailable');
    default:
      return slowed && refusal.scope === 'key' ? slowedKey(call, refusal.retryAfterMs) : rateRefusal(call, refusal);
  }
}
