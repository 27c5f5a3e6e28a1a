import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { createTransport } from 'nodemailer';
import { isMailAddress, type MailDelivery, type MailSender } from '../domain/people/mail-delivery.ts';
import type { OutgoingMail } from '../domain/people/outgoing-mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { MailService } from './mail-content.ts';
import { renderMail } from './render-mail.ts';

/** Every step of the SMTP dialogue except the acceptance of the mail must finish in this time. */
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
  /** Files to attach to a mail. */
  readonly attachmentsOf?: (mail: OutgoingMail) => Promise<readonly MailAttachment[]>;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The parts of the library's error that are used. */
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
    // No password is sent over a network unencrypted.
    requireTLS: !secure && username !== '' && !isLoopback(hostname),
    ...auth,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // Mails contain only our text, and reference no file or URL to be loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Mail servers may send replies of megabytes. */
const reasonCharactersMax = 1000;

function judge(error: unknown): MailDelivery {
  const { code, responseCode = 0, command = '', message = String(error) } = error as SmtpFault;
  const reason = message.slice(0, reasonCharactersMax).replace(/\s+/g, ' ').trim();
  if (code === 'EAUTH' && (responseCode === 0 || responseCode >= 500)) return { kind: 'locked_out', reason };
  // Only an error about the recipient proves that the address does not exist. Errors about the sender and the server are ours to fix.
  if (code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500) return { kind: 'bounced', reason };
  return { kind: 'failed', reason };
}

/** One line, regardless of the names in it. */
function headerText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** Mail programs show a button that unsubscribes with one click (RFC 8058). */
function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  return { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click', precedence: 'bulk' };
}

/** Sends mails through a mail server. No other code uses SMTP. */
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
      // A line break in an address would be a command to the server, or another recipient.
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
          // The same for every attempt, so that mail programs recognize a mail that arrives twice.
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
