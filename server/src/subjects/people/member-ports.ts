import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { Invitation } from '../../domain/people/invitation.ts';
import type { Member } from '../../domain/people/person.ts';

/** Members of accounts. */
export interface MembersStore {
  find(accountId: string, userId: string): Promise<Member | null>;
  /** Oldest first. */
  ofPerson(userId: string): Promise<readonly Member[]>;
  /** Oldest first. */
  ofAccount(accountId: string): Promise<readonly Member[]>;
  update(member: Member, audit: AuditEntry): Promise<void>;
  remove(member: Member, audit: AuditEntry): Promise<void>;
  /** Invitations that can still be accepted, newest first. */
  invitationsOf(accountId: string, nowMs: number): Promise<readonly Invitation[]>;
  /** Finds an invitation that can still be accepted, by the SHA-256 of its token. */
  findInvitation(tokenHash: Buffer, nowMs: number): Promise<Invitation | null>;
  invitationsTo(email: string, nowMs: number): Promise<readonly Invitation[]>;
  /** Replaces an earlier invitation to the same address, and queues the mail in the same transaction. */
  invite(
    made: { readonly invitation: Invitation; readonly tokenHash: Buffer },
    mail: OutgoingMail,
    audit: AuditEntry,
  ): Promise<void>;
  withdraw(id: string, audit: AuditEntry): Promise<void>;
  /** Ends the invitation and adds the member, if any, in one transaction. */
  accept(id: string, member: Member | null, audit: AuditEntry): Promise<void>;
}
