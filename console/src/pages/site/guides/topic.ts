/**
 * `code` between backticks and [links](/pricing) are marked in every text; `{base}` is the visitor's base URL, `{support}` names whom
 * users contact, `{trial:…}` appears only if new accounts get a trial credit, with the amount for `#`, and `{mail:…}` only if mails are sent.
 */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly code: string; readonly name?: string }
  | { readonly table: readonly (readonly string[])[] }
  /** A question to a model in four languages. */
  | { readonly samples: 'chat' | 'stream' | 'models' }
  /** Every address of the installation, with its region. */
  | { readonly addresses: 'all' }
  /** Every code there is, with cause and remedy. */
  | { readonly errors: 'all' };

export interface Section {
  readonly title: string;
  readonly body: readonly Block[];
}

export interface TopicText<Anchor extends string> {
  readonly title: string;
  readonly lead: string;
  readonly sections: Readonly<Record<Anchor, Section>>;
}

export interface Topic<Anchor extends string = string> {
  readonly zh: TopicText<Anchor>;
  readonly en: TopicText<Anchor>;
}

/** A missing translation is a type error: anchors are the same in both languages. */
export function defineTopic<Anchor extends string>(topic: {
  readonly zh: TopicText<Anchor>;
  readonly en: TopicText<NoInfer<Anchor>>;
}): Topic<Anchor> {
  return topic;
}
