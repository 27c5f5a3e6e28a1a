import type { KeptPart } from '@tollgate/contract/tenants/largest-accounts';

/** Storage used by one account. */
export interface KeptBytes {
  readonly accountId: string;
  readonly name: string;
  readonly bytes: number;
  readonly parts: Readonly<Record<KeptPart, number>>;
}

export interface KeptBytesStore {
  /** The accounts with the most storage, largest first. Calls count from `fromDay` on. */
  readonly largest: (fromDay: number, limit: number) => Promise<readonly KeptBytes[]>;
}
