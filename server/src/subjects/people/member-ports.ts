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
  /** Those that may still be accepted, newest first. */
  invitationsOf(accountId: string, nowMs: number): Promise<readonly Invitation[]>;
  /** By the SHA-256 of its token, if it may still be accepted. */
  findInvitation(tokenHash: Buffer, nowMs: number): Promise<Invitation | null>;
  invitationsTo(email: string, nowMs: number): Promise<readonly Invitation[]>;
  /** In place of an earlier one to the same address, with its mail in one unit. */
  invite(
    made: { readonly invitation: Invitation; readonly tokenHash: Buffer },
    mail: OutgoingMail,
    audit: AuditEntry,
  ): Promise<void>;
  withdraw(id: string, audit: AuditEntry): Promise<void>;
  /** Ends the invitation, and makes the member, if there is one to make, in one unit. */
  accept(id: string, member: Member | null, audit: AuditEntry): Promise<void>;
}
