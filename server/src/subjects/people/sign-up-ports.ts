import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../domain/books/ledger.ts';
import type { Member } from '../../domain/people/person.ts';
import type { TrialClaim } from '../../domain/people/trial-claim.ts';
import type { AccountRecord } from '../../domain/tenants/tenant-records.ts';

/** An account that a person has opened. */
export interface OpenedAccount {
  readonly record: AccountRecord;
  readonly credit: CreditDraft | null;
  readonly owner: Member;
  readonly claim: TrialClaim;
}

export interface SignUpsStore {
  /** Writes all of it as one unit; `false`, and nothing, if the account is there already. */
  open(opened: OpenedAccount, audit: readonly AuditEntry[]): Promise<boolean>;
}
