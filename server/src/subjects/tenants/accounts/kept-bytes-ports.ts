import type { KeptPart } from '@tollgate/contract/tenants/largest-accounts';

/** What one account makes the service keep. */
export interface KeptBytes {
  readonly accountId: string;
  readonly name: string;
  readonly bytes: number;
  readonly parts: Readonly<Record<KeptPart, number>>;
}

export interface KeptBytesStore {
  /** Of the accounts that keep most, the largest first; calls of days from `fromDay` on. */
  readonly largest: (fromDay: number, limit: number) => Promise<readonly KeptBytes[]>;
}
