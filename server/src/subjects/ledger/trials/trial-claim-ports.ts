import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { OutgoingMail } from '../../../domain/people/outgoing-mail.ts';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { TrialClaim, TrialMarks, TrialTally } from '../../../domain/people/trial-claim.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';

/** Trial credits of accounts created by sign-up. */
export interface TrialClaimsStore {
  /** Number of trial credits given on one day (YYYYMMDD) and in total. */
  tally(marks: TrialMarks, day: number): Promise<TrialTally>;
  find(accountId: string): Promise<TrialClaim | null>;
  /** Oldest first. */
  listHeld(page: Page<TimePosition>): Promise<readonly TrialClaim[]>;
  /**
   * Enters the credit of a held claim and queues its mail in one transaction. `false`: the claim is not held, or the account already had a
   * trial credit.
   */
  grant(claim: TrialClaim, draft: CreditDraft, mail: OutgoingMail | null, audit: AuditEntry): Promise<boolean>;
}
