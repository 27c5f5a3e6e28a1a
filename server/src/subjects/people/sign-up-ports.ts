import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../domain/books/ledger.ts';
import type { Member } from '../../domain/people/person.ts';
import type { TrialClaim } from '../../domain/people/trial-claim.ts';
import type { AccountRecord } from '../../domain/tenants/tenant-records.ts';

/** An account opened by a person. */
export interface OpenedAccount {
  readonly record: AccountRecord;
  readonly credit: CreditDraft | null;
  readonly owner: Member;
  readonly claim: TrialClaim;
}

export interface SignUpsStore {
  /** Writes everything in one transaction; `false`, with nothing written, if the account already exists. */
  open(opened: OpenedAccount, audit: readonly AuditEntry[]): Promise<boolean>;
}
