import { createHmac } from 'node:crypto';
import type { SignInRequest } from '../../identity.ts';
import type { AttemptLimits, AttemptRule } from './attempt-limits.ts';
import { requestState } from '../request-state.ts';
import { mailboxMark, type SignInParts } from '../sign-in-parts.ts';

/** The library's limits up to this value assume one person per network. */
const ofOnePersonMax = 10;
/** Number of people who may sign in from one address at the same time, because offices share one. */
const peopleBehindAddress = 10;

/** The person a request is about, as far as it shows: the mailbox, otherwise the browser's cookie. Only for counting; it proves nothing. */
export function markOf({ data }: Pick<SignInParts, 'data'>, { body, headers, device }: SignInRequest): string {
  const { email } = body ?? {};
  if (typeof email === 'string') return mailboxMark(data.secret, email);
  return createHmac('sha256', data.secret)
    .update(`browser:${headers.cookie ?? device}`)
    .digest('base64url')
    .slice(0, 22);
}

/** The library's request counters. Its limits per address become limits per person and address, in addition to higher ones per address. */
export function requestLimits(limits: AttemptLimits) {
  async function take(
    key: string,
    rule: AttemptRule,
  ): Promise<{ readonly allowed: boolean; readonly retryAfter: number | null }> {
    const { allowed, retryAfterMs } = await limits.take(key, rule);
    return { allowed, retryAfter: allowed ? null : Math.max(1, Math.ceil(retryAfterMs / 1000)) };
  }
  return {
    async consume(key: string, { window, max }: { readonly window: number; readonly max: number }) {
      const ofAddress = `requests:${key}`;
      const rule = { windowMs: window * 1000, max };
      const mark = requestState.getStore()?.mark;
      if (max > ofOnePersonMax || mark === undefined) return await take(ofAddress, rule);
      // The person is counted first, so that one who keeps trying does not use up the limit of others.
      const ofPerson = await take(`${ofAddress}:${mark}`, rule);
      return ofPerson.allowed ? await take(ofAddress, { ...rule, max: max * peopleBehindAddress }) : ofPerson;
    },
  };
}
