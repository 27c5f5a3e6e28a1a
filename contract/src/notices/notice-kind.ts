import type { Locale } from '../enumerations.ts';

/** How a message formats its values. The console and mails have one formatter each. */
export interface NoticeFormat {
  /** Formats a decimal string in CNY: `¥12.50`. */
  readonly money: (amount: string) => string;
  /** Formats an ISO time in the time zone of the service. */
  readonly moment: (iso: string) => string;
  /** Formats a text chosen by a person, such as a remark. */
  readonly name: (text: string) => string;
}

export interface NoticeWords {
  /** One line without a full stop; also the subject of the mail. */
  readonly title: string;
  /** Full sentences: what happened, and what to do. */
  readonly detail: string;
  /** Text of the link: a verb and its target. */
  readonly action: string;
}

/** `paused`: calls are refused until someone acts. */
export type NoticeLevel = 'info' | 'warning' | 'paused';

/** Roles that also receive a mail: none, owners, owners and admins, or owners, admins and finance. */
export type NoticeAudience = 'nobody' | 'owners' | 'managers' | 'payers';

/** Definition of one kind of message to an account. */
export interface NoticeKind<Param extends string = string> {
  /**
   * Names of the parameters. `account`, `kind` and `url` are reserved for mails. All values are strings: amounts in CNY, times in ISO 8601.
   */
  readonly params: readonly Param[];
  readonly level: NoticeLevel;
  readonly mail: NoticeAudience;
  readonly words: Readonly<Record<Locale, (params: Readonly<Record<Param, string>>, format: NoticeFormat) => NoticeWords>>;
}

/** Declares a kind; its texts can use only the declared parameters. */
export function noticeKind<const Param extends string>(
  kind: NoticeKind<Param> & { readonly params: readonly Exclude<Param, 'account' | 'kind' | 'url'>[] },
): NoticeKind<Param> {
  return kind;
}
