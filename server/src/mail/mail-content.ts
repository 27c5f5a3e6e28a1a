import type { Locale } from '@tollgate/contract/enumerations';
import type { MailParams, MailTemplate } from '../domain/people/outgoing-mail.ts';

/** The parts of a mail, from which both its HTML and its text are built. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** The main action. The full URL follows below, for readers who cannot click. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] };

export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why the recipient gets the mail. */
  readonly why: string;
  /** Where the recipient can unsubscribe from mails of this kind; absent if they cannot be refused. */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

/** The sender of mails; empty values are left out. */
export interface MailService {
  readonly name: string;
  readonly company: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly supportHours: string;
  /** Base URL of the console, without a trailing slash. */
  readonly url: string;
}

/** Data of the service for use in texts. */
export interface MailContext {
  readonly timeZone: string;
  readonly service: MailService;
}

export type MailWriter<Template extends MailTemplate> = Readonly<
  Record<Locale, (params: MailParams[Template], context: MailContext) => MailContent>
>;

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

export function button(label: string, url: string): Block {
  return { kind: 'button', label, url };
}

export function facts(...rows: readonly (readonly [name: string, value: string])[]): Block {
  return { kind: 'facts', rows };
}
