import type { Locale } from '@tollgate/contract/enumerations';

/** Changes to a person's sign-in that are reported to them by mail, in case someone else made them. */
export type SecurityChange =
  | 'password_changed'
  | 'email_changed'
  | 'totp_on'
  | 'totp_off'
  | 'backup_codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'identity_linked'
  | 'identity_removed'
  | 'sessions_ended';

/** Parameters of each template. `url` leads to a page of the console, `at` and `resets` are ISO times, and amounts are in CNY. */
export interface MailParams {
  'verify-address': { readonly url: string };
  /** To an address that already has an account, after another sign-up. */
  'address-exists': { readonly url: string };
  'reset-password': { readonly url: string };
  'sign-in-new-device': { readonly at: string; readonly ip: string; readonly device: string; readonly url: string };
  invitation: { readonly account: string; readonly inviter: string; readonly role: string; readonly url: string };
  'cap-level': {
    readonly account: string;
    readonly of: 'key' | 'sub_account';
    /** Remark of the key or name of the sub-account; otherwise the ID. */
    readonly key: string;
    readonly level: '90' | '100';
    readonly window: 'day' | 'month';
    readonly spent: string;
    readonly cap: string;
    readonly resets: string;
    readonly url: string;
  };
  /** To an address at which an account wants to receive mails. `by`: the person who entered it. */
  'prove-contact': { readonly account: string; readonly by: string; readonly url: string };
  /** To operators: an account has uploaded a signed contract. `request`: the kind of its request. */
  'contract-signed': { readonly account: string; readonly request: string; readonly url: string };
  'trial-credit-granted': { readonly amount: string; readonly url: string };
  /** A message to an account: the parameters of its kind, which never have the names of these three. */
  notice: Readonly<Record<string, string>> & { readonly account: string; readonly kind: string; readonly url: string };
  /** To the recipient requested for an invoice. `files`: the stored files to attach, by format, as JSON. */
  'invoice-delivery': {
    readonly amount: string;
    readonly title: string;
    readonly number: string;
    readonly files: string;
    readonly url: string;
  };
  /** An announcement. `from` and `until` are set for maintenance, otherwise empty. */
  announcement: {
    readonly title: string;
    readonly text: string;
    readonly from: string;
    readonly until: string;
    readonly url: string;
    /** The URL for unsubscribing. */
    readonly unsubscribe: string;
  };
  'security-change': { readonly change: SecurityChange; readonly at: string; readonly ip: string; readonly url: string };
}

export type MailTemplate = keyof MailParams;

/** A mail to be sent; its text is created when it is sent. */
interface MailOf<Template extends MailTemplate> {
  /** Its cause, such as `verification:<id>`. Only one mail with the same source is ever sent to the same recipient. */
  readonly source: string;
  /** A validated address, without a name. */
  readonly recipient: string;
  readonly locale: Locale;
  readonly template: Template;
  /** Parameters of the template. They may contain secrets, such as a one-time link, and are deleted once the mail is sent. */
  readonly params: MailParams[Template];
}

export type OutgoingMail = { [Template in MailTemplate]: MailOf<Template> }[MailTemplate];

/** Accepts mails for sending. Queued mails are durable: each is sent at least once, or operators see why it was not. */
export interface MailOutbox {
  put(mail: OutgoingMail): Promise<void>;
}
