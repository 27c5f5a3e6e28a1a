import type { KeyEntry } from './directory.ts';

export type KeyRefusalCause =
  'reset' | 'deleted' | 'disabled' | 'expired' | 'account closed' | 'account disabled' | 'sub-account deleted';

/** Why a well-formed, known key is refused. The client hears only the code; the cause is for the log of the key's account. */
export interface KeyRefusal {
  readonly code: 'invalid_api_key' | 'account_closed';
  readonly cause: KeyRefusalCause;
}

function refusalCause(entry: KeyEntry, nowMs: number): KeyRefusalCause | null {
  const { key } = entry;
  if (key.status !== 'available') return key.status;
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return 'expired';
  const { account } = entry.account;
  if (account.status !== 'active') return account.closesAtMs === undefined ? 'account disabled' : 'account closed';
  return entry.subAccount !== null && entry.subAccount.subAccount.status !== 'active' ? 'sub-account deleted' : null;
}

/** `null`: the key may be used. Spending caps are not looked at here; admission decides about money. */
export function keyRefusal(entry: KeyEntry, nowMs: number): KeyRefusal | null {
  const cause = refusalCause(entry, nowMs);
  if (cause === null) return null;
  // Whoever has a key that works hears what happened to it; others learn nothing from it.
  return { code: cause === 'account closed' ? 'account_closed' : 'invalid_api_key', cause };
}
