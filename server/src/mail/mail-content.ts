import type { Locale } from '@tollgate/contract/enumerations';
import type { MailParams, MailTemplate } from '../domain/people/outgoing-mail.ts';

/** The parts of a mail; both its HTML and its text consist of them. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** The one thing to do; the full address follows below, for readers who cannot click. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] };

export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why this person gets it. */
  readonly why: string;
  /** Where the recipient says that mails of this kind are not wanted; none: they cannot be refused. */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

/** The sender of mails; empty values are left out. */
export interface MailService {
  readonly name: string;
  readonly company: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly supportHours: string;
  /** Address of the console, without a trailing slash. */
  readonly url: string;
}

/** Data of the service for texts. */
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
