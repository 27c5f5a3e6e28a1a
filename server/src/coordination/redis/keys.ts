import type { MoneyLimit } from '../../domain/limits/coordination.ts';

/** Names in the server. Everything of an account carries the same tag, so that a cluster keeps it on one node. */
export const keys = {
  /** Which installation the state belongs to. */
  installation: 'tollgate:installation',
  epoch: 'tollgate:epoch',
  /** Incarnations that have reported everything they have in this epoch. */
  ready: (epoch: string) => `tollgate:ready:${epoch}`,
  /** `account window` for everything an incarnation may have figures in; a string once it is folded. */
  touched: (incarnation: string) => `tollgate:touched:${incarnation}`,
  /** `account window` of each figure that an incarnation is asked to report. */
  asked: (incarnation: string) => `tollgate:asked:${incarnation}`,
  account: (accountId: string) => `tollgate:{${accountId}}`,
  open: (accountId: string) => `tollgate:{${accountId}}:open`,
  window: (accountId: string, epoch: string, window: string) =>
    window === accountId ? `tollgate:{${accountId}}` : `tollgate:{${accountId}}:${epoch}:${window}`,
  requests: (accountId: string, id: string) => `tollgate:{${accountId}}:r:${id}`,
  tokens: (accountId: string, id: string) => `tollgate:{${accountId}}:t:${id}`,
  free: (accountId: string, bucket: string) => `tollgate:{${accountId}}:f:${bucket}`,
} as const;

const daySeconds = 86_400;

/** How long a window's figures are kept after a node's last report; an account's are kept permanently. */
export function keptSeconds(scope: MoneyLimit['scope']): number {
  if (scope === 'account') return 0;
  return scope === 'key_day' || scope === 'sub_account_day' ? 4 * daySeconds : 36 * daySeconds;
}
