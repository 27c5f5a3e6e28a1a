import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { OutgoingMail } from '../../../domain/people/outgoing-mail.ts';

/** A contact address that waits for confirmation, and the number of mails sent for it. */
export interface ContactProof {
  readonly accountId: string;
  /** `null` if no address waits now. */
  readonly email: string | null;
  readonly askedBy: string;
  readonly expiresAtMs: number;
  readonly mails: number;
  readonly mailsSinceMs: number;
}

export interface ContactProofsStore {
  find(accountId: string): Promise<ContactProof | null>;
  /** Replaces an earlier confirmation and invalidates its link. */
  ask(proof: ContactProof, tokenHash: Buffer, told: { readonly mail: OutgoingMail; readonly audit: AuditEntry }): Promise<void>;
  /** The confirmation of a valid link. */
  byToken(tokenHash: Buffer, nowMs: number): Promise<ContactProof | null>;
  /** Stores the confirmed address. `false`: the link was used, or another one was sent. */
  prove(proof: ContactProof, tokenHash: Buffer, audit: AuditEntry): Promise<boolean>;
  /** Cancels the waiting confirmation; its mails still count. */
  clear(accountId: string): Promise<void>;
}
