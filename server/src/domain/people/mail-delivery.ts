import type { MailTemplate, OutgoingMail } from './outgoing-mail.ts';

/** `unsent`: created while there was no mail server, so an operator passes it on. `dead`: tried for three days. */
export const mailStates = ['waiting', 'sent', 'bounced', 'dead', 'unsent'] as const;
export type MailState = (typeof mailStates)[number];

/** The queue of mails to be sent. */
export const mailQueue = 'mail';
/** The queue of mails to all users. It is separate, so that no sign-in mail waits behind them. */
export const newsMailQueue = 'news-mail';

/** The queue that a mail belongs to. */
export function mailQueueOf(template: MailTemplate): string {
  return template === 'announcement' ? newsMailQueue : mailQueue;
}

/** A mail that waits to be sent. */
export interface WaitingMail {
  readonly id: string;
  /** Number of earlier attempts. */
  readonly attempts: number;
  readonly mail: OutgoingMail;
}

/** How an attempt ended. */
export type MailDelivery =
  | { readonly kind: 'sent' }
  /** The address does not exist. */
  | { readonly kind: 'bounced'; readonly reason: string }
  /** The attempt may succeed later. It may be unknown whether the mail has arrived. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The server does not let this service sign in, so no other mail would succeed either. */
  | { readonly kind: 'locked_out'; readonly reason: string };

/** Passes mails to a mail server. */
export interface MailSender {
  send(mail: WaitingMail): Promise<MailDelivery>;
}

/** Records the result of an attempt. Has no effect if another attempt was made meanwhile. */
export interface MailAttempts {
  /** `null` if the mail no longer waits, or this attempt was already made. */
  find(id: string, attempts: number): Promise<WaitingMail | null>;
  sent(mail: WaitingMail): Promise<void>;
  gaveUp(mail: WaitingMail, end: { readonly state: 'bounced' | 'dead'; readonly reason: string }): Promise<void>;
  /** Queues the next attempt in the same unit. */
  postponed(
    mail: WaitingMail,
    next: { readonly afterMs: number; readonly reason: string; readonly counts: boolean },
  ): Promise<void>;
}

const addressMax = 254;
/** Stricter than the standard, which allows quoted spaces and comments. No address that people actually use is excluded. */
const addressForm =
  /^[^\s@<>"(),:;[\]\\\p{Cc}]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** Whether a text is valid after `RCPT TO`. */
export function isMailAddress(text: string): boolean {
  return text.length <= addressMax && addressForm.test(text);
}
