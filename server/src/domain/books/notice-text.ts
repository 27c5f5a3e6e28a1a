import { formatAmount, type NanoCny } from '@tollgate/contract/money';
import type { NoticeDraft } from './call-record.ts';

const kinds = { 80: 'cap_80', 90: 'cap_90', 100: 'cap_100' } as const;

/** A spending alert level reached in one calendar window of a key. */
export interface CapLevel {
  readonly window: string;
  readonly scope: 'key_day' | 'key_month';
  readonly level: 80 | 90 | 100;
  readonly arming: number;
  readonly limit: NanoCny;
  readonly used: NanoCny;
}

export interface NoticeOwner {
  readonly accountId: string;
  readonly keyId: string;
}

/** The in-site message for a reached level: 80 % and 90 % warn, 100 % says that the key is paused. */
export function capNotice({ accountId, keyId }: NoticeOwner, reached: CapLevel, atMs: number): NoticeDraft {
  const { level, window, arming } = reached;
  const period = reached.scope === 'key_day' ? 'daily' : 'monthly';
  const used = `${formatAmount(reached.used)} of ${formatAmount(reached.limit)} CNY`;
  const text =
    level === 100
      ? `The ${period} spending cap of the key is reached (${used}). Its calls are paused until the cap is raised or the period ends.`
      : `${String(level)} % of the ${period} spending cap of the key is used (${used}).`;
  return { accountId, keyId, window, kind: kinds[level], arming, text, atMs };
}

/** The in-site message of the aborted-stream throttle; one a day. */
export function abortedStreamsNotice({ accountId, keyId }: NoticeOwner, day: number, atMs: number): NoticeDraft {
  const text =
    'Many streams of this account were broken off before their end. Its request rate is lowered to 10 per minute for one hour.';
  return { accountId, keyId, window: `${accountId}:aborted:${String(day)}`, kind: 'aborted_streams', arming: 0, text, atMs };
}
