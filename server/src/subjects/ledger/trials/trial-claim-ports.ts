import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { OutgoingMail } from '../../../domain/people/outgoing-mail.ts';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { TrialClaim, TrialMarks, TrialTally } from '../../../domain/people/trial-claim.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';

/** Trial credits of those who signed up themselves. */
export interface TrialClaimsStore {
  /** How many were given, of one day (YYYYMMDD) and over all time. */
  tally(marks: TrialMarks, day: number): Promise<TrialTally>;
  find(accountId: string): Promise<TrialClaim | null>;
  /** Oldest first. */
  listHeld(page: Page<TimePosition>): Promise<readonly TrialClaim[]>;
  /** Enters the credit of a held claim, with its mail in one unit; `false` if it is not held, or the account has had one. */
  grant(claim: TrialClaim, draft: CreditDraft, mail: OutgoingMail | null, audit: AuditEntry): Promise<boolean>;
}
