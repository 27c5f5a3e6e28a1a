import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { MailState } from '../../domain/people/mail-delivery.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';

/** A mail as shown to operators, without parts that may be secret. */
export interface MailRecord extends Omit<OutgoingMail, 'params'> {
  readonly id: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly nextAtMs: number | null;
  readonly lastError: string | null;
  readonly createdAtMs: number;
  readonly sentAtMs: number | null;
}

export interface MailsFilter {
  readonly state?: MailState | undefined;
  readonly recipient?: string | undefined;
}

export interface MailsStore {
  /** `false`: there is no mail server, and operators forward mails themselves. */
  readonly leaves: boolean;
  /** Newest first. */
  list(filter: MailsFilter, page: { readonly limit: number; readonly after: string | null }): Promise<readonly MailRecord[]>;
  find(id: string): Promise<MailRecord | null>;
  /** Content of a mail; `null` if it was sent and deleted. The access is logged first. */
  read(id: string, audit: AuditEntry): Promise<OutgoingMail['params'] | null>;
  /** Makes the next attempt due at once. */
  resend(mail: MailRecord, audit: AuditEntry): Promise<void>;
}
