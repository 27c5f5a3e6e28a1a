import type { CapLevel, CapScope, ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import { formatAmount, formatExact } from '@tollgate/contract/money';
import type { NoticeDraft } from './call-record.ts';

const kinds = { 80: 'cap_80', 90: 'cap_90', 100: 'cap_100' } as const satisfies Record<CapLevel, NoticeDraft['kind']>;

const mailedKinds: ReadonlySet<string> = new Set<NoticeDraft['kind']>(['cap_90', 'cap_100']);

/** Whether a notice is also sent by mail. */
export function isMailed({ kind }: Pick<NoticeDraft, 'kind'>): boolean {
  return mailedKinds.has(kind);
}

const owners = {
  key_day: { whose: 'key', period: 'daily' },
  key_month: { whose: 'key', period: 'monthly' },
  sub_account_day: { whose: 'sub-account', period: 'daily' },
  sub_account_month: { whose: 'sub-account', period: 'monthly' },
} as const satisfies Record<CapScope, unknown>;

export interface NoticeOwner {
  readonly accountId: string;
  readonly keyId: string;
}

/**
 * In-site message for a reached level: 80 % and 90 % warn; 100 % says that the key, or all keys of the sub-account, are paused. A
 * sub-account's message has its id in place of the key's.
 */
export function capNotice({ accountId, keyId }: NoticeOwner, reached: ReachedLevel, atMs: number): NoticeDraft {
  const { level, window, arming } = reached;
  const { period, whose } = owners[reached.scope];
  const params = {
    level: String(level),
    window: period === 'daily' ? 'day' : 'month',
    of: whose === 'key' ? 'key' : 'sub_account',
    spent: formatExact(reached.used),
    cap: formatExact(reached.limit),
  };
  const used = `${formatAmount(reached.used)} of ${formatAmount(reached.limit)} CNY`;
  const text =
    level === 100
      ? `The ${period} spending cap of the ${whose} is reached (${used}). Its calls are paused until the cap is raised or the period ends.`
      : `${String(level)} % of the ${period} spending cap of the ${whose} is used (${used}).`;
  const ownerId = whose === 'key' ? keyId : window.slice(0, window.lastIndexOf(':'));
  return { accountId, keyId: ownerId, window, kind: kinds[level], arming, text, params, atMs };
}

const brokenConnectionTexts = {
  key: 'Too many responses of this key were abandoned: the client closed the connection early. The key may send 10 requests a minute, one at a time, for 24 hours or until more is charged.',
  account:
    'Too many responses of this account were abandoned: the client closed the connection early. Its calls are refused for a while, or until an operator exempts it.',
} as const;

/** In-site message for a key or an account that abandoned too many responses; one a day. */
export function brokenConnectionsNotice(
  { accountId, keyId }: NoticeOwner,
  whose: 'key' | 'account',
  day: number,
  atMs: number,
): NoticeDraft {
  const window = `${whose === 'key' ? keyId : accountId}:broken:${String(day)}`;
  return {
    accountId,
    keyId,
    window,
    kind: `broken_connections_${whose}`,
    arming: 0,
    text: brokenConnectionTexts[whose],
    params: {},
    atMs,
  };
}
