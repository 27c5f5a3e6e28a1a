/** Languages that people are written to in. */
export const locales = ['zh', 'en'] as const;
export type Locale = (typeof locales)[number];

/** A mail to be sent; its text is made when it is sent. */
export interface OutgoingMail {
  /** What caused it, such as `verification:<id>`. Of mails with the same source to the same recipient only one is ever sent. */
  readonly source: string;
  /** A checked address, without a name. */
  readonly recipient: string;
  readonly locale: Locale;
  /** Name of a template. */
  readonly template: string;
  /** What the template fills in; it may hold secrets, such as a one-time link, and is forgotten once the mail is out. */
  readonly params: Readonly<Record<string, string>>;
}

/** Takes mails to be sent. Queued is kept: a mail goes out at least once, or an operator sees why not. */
export interface MailOutbox {
  put(mail: OutgoingMail): Promise<void>;
}
