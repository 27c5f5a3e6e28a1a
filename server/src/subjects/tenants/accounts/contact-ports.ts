import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { OutgoingMail } from '../../../domain/people/outgoing-mail.ts';

/** A contact address that waits for its proof, and how many mails went out for one. */
export interface ContactProof {
  readonly accountId: string;
  /** `null`: none waits now. */
  readonly email: string | null;
  readonly askedBy: string;
  readonly expiresAtMs: number;
  readonly mails: number;
  readonly mailsSinceMs: number;
}

export interface ContactProofsStore {
  find(accountId: string): Promise<ContactProof | null>;
  /** Replaces an earlier one, whose link is invalid from then on. */
  ask(proof: ContactProof, tokenHash: Buffer, told: { readonly mail: OutgoingMail; readonly audit: AuditEntry }): Promise<void>;
  /** The owner of a link, while it is valid. */
  byToken(tokenHash: Buffer, nowMs: number): Promise<ContactProof | null>;
  /** Puts the proved address in force. `false`: the link was used, or another one was sent. */
  prove(proof: ContactProof, tokenHash: Buffer, audit: AuditEntry): Promise<boolean>;
  /** None waits any more; its mails stay counted. */
  clear(accountId: string): Promise<void>;
}
