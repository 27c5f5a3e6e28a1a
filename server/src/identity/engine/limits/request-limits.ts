import { createHmac } from 'node:crypto';
import type { SignInRequest } from '../../identity.ts';
import type { AttemptLimits, AttemptRule } from './attempt-limits.ts';
import { requestState } from '../request-state.ts';
import { mailboxMark, type SignInParts } from '../sign-in-parts.ts';

/** The library's limits up to this one are meant for one person, who has a whole network to themselves. */
const ofOnePersonMax = 10;
/** Number of people who sign in behind one address at the same time: offices share one. */
const peopleBehindAddress = 10;

/** The person a request is about, as far as it shows: the mailbox, else the browser's cookie. For counting only; it proves nothing. */
export function markOf({ data }: Pick<SignInParts, 'data'>, { body, headers, device }: SignInRequest): string {
  const { email } = body ?? {};
  if (typeof email === 'string') return mailboxMark(data.secret, email);
  return createHmac('sha256', data.secret)
    .update(`browser:${headers.cookie ?? device}`)
    .digest('base64url')
    .slice(0, 22);
}

/** Request counters of the library. Its limits per address become limits per person and address, with higher ones per address. */
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
      // The person first: one who tries again and again uses up nothing of the others.
      const ofPerson = await take(`${ofAddress}:${mark}`, rule);
      return ofPerson.allowed ? await take(ofAddress, { ...rule, max: max * peopleBehindAddress }) : ofPerson;
    },
  };
}
