import type { Locale } from '@tollgate/contract/enumerations';

/** Changes of a person's sign-in that are reported to them by mail, in case it was someone else. */
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

/** Parameters of each template. `url` leads to a page of the console, `at` and `resets` are ISO times, amounts are in CNY. */
export interface MailParams {
  'verify-address': { readonly url: string };
  /** To an address with an account, after another sign-up. */
  'address-exists': { readonly url: string };
  'reset-password': { readonly url: string };
  'sign-in-new-device': { readonly at: string; readonly ip: string; readonly device: string; readonly url: string };
  invitation: { readonly account: string; readonly inviter: string; readonly role: string; readonly url: string };
  'cap-level': {
    readonly account: string;
    readonly of: 'key' | 'sub_account';
    /** Remark of the key or name of the sub-account, or the id. */
    readonly key: string;
    readonly level: '90' | '100';
    readonly window: 'day' | 'month';
    readonly spent: string;
    readonly cap: string;
    readonly resets: string;
    readonly url: string;
  };
  /** To an address that an account wants mails at. `by`: who entered it. */
  'prove-contact': { readonly account: string; readonly by: string; readonly url: string };
  /** To operators: an account has uploaded a signed contract. `request`: the kind of its request. */
  'contract-signed': { readonly account: string; readonly request: string; readonly url: string };
  'trial-credit-granted': { readonly amount: string; readonly url: string };
  /** A message to an account: the params of its kind, which are never called like these three. */
  notice: Readonly<Record<string, string>> & { readonly account: string; readonly kind: string; readonly url: string };
  /** The recipient requested for an invoice. `files`: the stored files to attach, by format, as JSON. */
  'invoice-delivery': {
    readonly amount: string;
    readonly title: string;
    readonly number: string;
    readonly files: string;
    readonly url: string;
  };
  /** An announcement. `from` and `until`: of maintenance, else empty. */
  announcement: {
    readonly title: string;
    readonly text: string;
    readonly from: string;
    readonly until: string;
    readonly url: string;
    /** Where a recipient unsubscribes. */
    readonly unsubscribe: string;
  };
  'security-change': { readonly change: SecurityChange; readonly at: string; readonly ip: string; readonly url: string };
}

export type MailTemplate = keyof MailParams;

/** A mail to be sent; its text is made when it is sent. */
interface MailOf<Template extends MailTemplate> {
  /** Its cause, such as `verification:<id>`. Of mails with the same source to the same recipient only one is ever sent. */
  readonly source: string;
  /** A checked address, without a name. */
  readonly recipient: string;
  readonly locale: Locale;
  readonly template: Template;
  /** Parameters of the template; they may hold secrets, such as a one-time link, and are deleted once the mail is sent. */
  readonly params: MailParams[Template];
}

export type OutgoingMail = { [Template in MailTemplate]: MailOf<Template> }[MailTemplate];

/** Accepts mails for sending. Queued mails are durable: each is sent at least once, or an operator sees why not. */
export interface MailOutbox {
  put(mail: OutgoingMail): Promise<void>;
}
