import type { MoneyLimit } from '../../domain/limits/coordination.ts';

/** Key names in the server. All keys of an account have the same hash tag, so that a cluster keeps them on one server. */
export const keys = {
  /** The installation that the state belongs to. */
  installation: 'tollgate:installation',
  epoch: 'tollgate:epoch',
  /** Incarnations that have reported all of their state in this epoch. */
  ready: (epoch: string) => `tollgate:ready:${epoch}`,
  /** An `account window` entry for everything an incarnation may have figures in; a string once it is folded. */
  touched: (incarnation: string) => `tollgate:touched:${incarnation}`,
  /** An `account window` entry for each figure that an incarnation is asked to report. */
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

/** How long a window's figures are kept after a node's last report, in seconds. Those of an account are kept permanently. */
export function keptSeconds(scope: MoneyLimit['scope']): number {
  if (scope === 'account') return 0;
  return scope === 'key_day' || scope === 'sub_account_day' ? 4 * daySeconds : 36 * daySeconds;
}
