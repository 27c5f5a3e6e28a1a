/**
 * Every text can contain `code` in backticks and [links](/pricing). `{base}` is the visitor's base URL, and `{support}` is whom users can
 * contact. `{trial:…}` appears only if new accounts get a trial credit, with the amount for `#`. `{mail:…}` appears only if mails are sent.
 */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  /** `name`: the language or the file. */
  | { readonly code: string; readonly name: string }
  | { readonly table: readonly (readonly string[])[] }
  /** Samples that ask a model one question, in four languages. */
  | { readonly samples: 'chat' | 'stream' | 'models' }
  /** All addresses of the installation, with their regions. */
  | { readonly addresses: 'all' }
  /** All error codes, with cause and remedy. */
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

/** Requires equal anchors in both languages; a missing translation is a type error. */
export function defineTopic<Anchor extends string>(topic: {
  readonly zh: TopicText<Anchor>;
  readonly en: TopicText<NoInfer<Anchor>>;
}): Topic<Anchor> {
  return topic;
}
