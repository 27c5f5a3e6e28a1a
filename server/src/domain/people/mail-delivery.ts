import type { MailTemplate, OutgoingMail } from './outgoing-mail.ts';

/** `unsent`: made while there was no mail server; an operator passes it on. `dead`: tried for three days. */
export const mailStates = ['waiting', 'sent', 'bounced', 'dead', 'unsent'] as const;
export type MailState = (typeof mailStates)[number];

/** The queue of mails to be sent. */
export const mailQueue = 'mail';
/** The same for mails to all users, so that no sign-in waits behind them. */
export const newsMailQueue = 'news-mail';

/** The queue of a mail. */
export function mailQueueOf(template: MailTemplate): string {
  return template === 'announcement' ? newsMailQueue : mailQueue;
}

/** A mail that is to go out. */
export interface WaitingMail {
  readonly id: string;
  /** Made before this one. */
  readonly attempts: number;
  readonly mail: OutgoingMail;
}

/** How an attempt ended. */
export type MailDelivery =
  | { readonly kind: 'sent' }
  /** The address does not exist. */
  | { readonly kind: 'bounced'; readonly reason: string }
  /** It may be otherwise later. Whether the mail has arrived may be unknown. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The server does not let this service sign in, and would let it with no other mail. */
  | { readonly kind: 'locked_out'; readonly reason: string };

/** Hands mails to a mail server. */
export interface MailSender {
  send(mail: WaitingMail): Promise<MailDelivery>;
}

/** Records the result of an attempt. It changes nothing if another attempt was made meanwhile. */
export interface MailAttempts {
  /** `null`: it no longer waits, or this attempt was made. */
  find(id: string, attempts: number): Promise<WaitingMail | null>;
  sent(mail: WaitingMail): Promise<void>;
  gaveUp(mail: WaitingMail, end: { readonly state: 'bounced' | 'dead'; readonly reason: string }): Promise<void>;
  /** Together with the item of the queue that is the next attempt. */
  postponed(
    mail: WaitingMail,
    next: { readonly afterMs: number; readonly reason: string; readonly counts: boolean },
  ): Promise<void>;
}

const addressMax = 254;
/** Stricter than the standard, which allows quoted blanks and comments; no mailbox that people use is left out. */
const addressForm =
  /^[^\s@<>"(),:;[\]\\\p{Cc}]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** Whether a text may follow `RCPT TO`. */
export function isMailAddress(text: string): boolean {
  return text.length <= addressMax && addressForm.test(text);
}
