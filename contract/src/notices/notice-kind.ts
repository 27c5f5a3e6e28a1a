import type { Locale } from '../enumerations.ts';

/** How a message shows its values: the console as its pages do, mails as mails do. */
export interface NoticeFormat {
  /** A decimal string in CNY: `¥12.50`. */
  readonly money: (amount: string) => string;
  /** An ISO moment, in the zone of the service. */
  readonly moment: (iso: string) => string;
  /** A text chosen by a person, such as a remark. */
  readonly name: (text: string) => string;
}

export interface NoticeWords {
  /** One line, without a full stop. The subject of a mail. */
  readonly title: string;
  /** Whole sentences: the meaning, and the remedy. */
  readonly detail: string;
  /** Text of the link: a verb and its destination. */
  readonly action: string;
}

/** `paused`: calls are refused until something is done. */
export type NoticeLevel = 'info' | 'warning' | 'paused';

/** Who gets a mail besides the message: nobody, owners, owners and admins, or those and finance. */
export type NoticeAudience = 'nobody' | 'owners' | 'managers' | 'payers';

/** Everything about one kind of message to an account. */
export interface NoticeKind<Param extends string = string> {
  /**
   * Names of its parameters; mails add `account`, `kind` and `url`, so these names are taken. All values are texts: amounts in CNY, moments in
   * ISO 8601.
   */
  readonly params: readonly Param[];
  readonly level: NoticeLevel;
  readonly mail: NoticeAudience;
  readonly words: Readonly<Record<Locale, (params: Readonly<Record<Param, string>>, format: NoticeFormat) => NoticeWords>>;
}

/** Declares a kind; its words may use the params that it names, and no others. */
export function noticeKind<const Param extends string>(
  kind: NoticeKind<Param> & { readonly params: readonly Exclude<Param, 'account' | 'kind' | 'url'>[] },
): NoticeKind<Param> {
  return kind;
}
