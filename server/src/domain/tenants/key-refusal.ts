import type { KeyEntry } from './directory.ts';

export type KeyRefusalCause =
  | 'reset'
  | 'deleted'
  | 'disabled'
  | 'expired'
  | 'account closed'
  | 'account frozen'
  | 'sub-account deleted';

/** Why a well-formed, known key is refused. The client gets only the code; the cause is for the log of the key's account. */
export interface KeyRefusal {
  readonly code: 'invalid_api_key' | 'account_closed' | 'account_frozen';
  readonly cause: KeyRefusalCause;
}

const codes: Readonly<Partial<Record<KeyRefusalCause, KeyRefusal['code']>>> = {
  'account closed': 'account_closed',
  'account frozen': 'account_frozen',
};

function refusalCause(entry: KeyEntry, nowMs: number): KeyRefusalCause | null {
  const { key } = entry;
  if (key.status !== 'available') return key.status;
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return 'expired';
  const { account } = entry.account;
  if (account.status !== 'active') return account.closesAtMs === undefined ? 'account frozen' : 'account closed';
  return entry.subAccount !== null && entry.subAccount.subAccount.status !== 'active' ? 'sub-account deleted' : null;
}

/** `null` if the key may be used. Spending caps are not checked here; admission decides about money. */
export function keyRefusal(entry: KeyEntry, nowMs: number): KeyRefusal | null {
  const cause = refusalCause(entry, nowMs);
  if (cause === null) return null;
  // The holder of a valid key learns what happened to its account. For a key that has ended, nothing is disclosed.
  return { code: codes[cause] ?? 'invalid_api_key', cause };
}
