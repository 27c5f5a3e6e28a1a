import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { createTransport } from 'nodemailer';
import { isMailAddress, type MailDelivery, type MailSender } from '../domain/people/mail-delivery.ts';
import type { OutgoingMail } from '../domain/people/outgoing-mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { MailService } from './mail-content.ts';
import { renderMail } from './render-mail.ts';

/** Nothing of a conversation is waited for longer, but for the acceptance of the mail. */
const stepTimeoutMs = 20_000;
const socketTimeoutMs = 60_000;

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface SmtpSenderOptions {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  readonly from: MailAddress;
  readonly timeZone: string;
  /** The sender, read for each mail. */
  readonly service: () => Promise<MailService>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Files that go with a mail. */
  readonly attachmentsOf?: (mail: OutgoingMail) => Promise<readonly MailAttachment[]>;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The parts of the library's error that are examined. */
interface SmtpFault {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly message?: string;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

function openTransport(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const auth = username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // No password crosses a network in clear.
    requireTLS: !secure && username !== '' && !isLoopback(hostname),
    ...auth,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // A mail is a text of ours; it names no file and no address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Mail servers may say megabytes. */
const reasonCharactersMax = 1000;

function judge(error: unknown): MailDelivery {
  const { code, responseCode = 0, command = '', message = String(error) } = error as SmtpFault;
  const reason = message.slice(0, reasonCharactersMax).replace(/\s+/g, ' ').trim();
  if (code === 'EAUTH' && (responseCode === 0 || responseCode >= 500)) return { kind: 'locked_out', reason };
  // Sender and server are ours to correct; only for the recipient is it certain that the address does not exist.
  if (code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500) return { kind: 'bounced', reason };
  return { kind: 'failed', reason };
}

/** One line, whatever names it contains. */
function headerText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** Mailboxes show a button that ends such mails with one click (RFC 8058). */
function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  return { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click', precedence: 'bulk' };
}

/** Sends mails through a mail server. The only place that knows how. */
export function createSmtpSender({
  url,
  from,
  timeZone,
  service: serviceNow,
  clock,
  attachmentsOf,
}: SmtpSenderOptions): MailSender {
  const transport = openTransport(url);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async send({ id, mail }) {
      // A line break in an address would be a command to the server, or a further recipient.
      if (!isMailAddress(mail.recipient)) return { kind: 'bounced', reason: deliveryFaults.write('no_mail_address', {}) };
      const service = await serviceNow();
      const { subject, html, text, unsubscribeUrl } = renderMail(mail, { timeZone, service });
      try {
        const attachments = (await attachmentsOf?.(mail)) ?? [];
        await transport.sendMail({
          from: { ...from, name: headerText(service.name) },
          to: { name: '', address: mail.recipient },
          subject: headerText(subject),
          text,
          html,
          attachments: [...attachments],
          // The same at every attempt, so that mailboxes know the second of one mail.
          messageId: `<${id}@${domain}>`,
          date: new Date(clock.nowMs()),
          headers: {
            'auto-submitted': 'auto-generated',
            'x-auto-response-suppress': 'All',
            ...(unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)),
          },
          textEncoding: 'base64',
        });
        return { kind: 'sent' };
      } catch (error) {
        return judge(error);
      }
    },
  };
}
