import type { Locale } from './enumerations.ts';
import { wordRefusal, type ParamsOf } from './refusals/refusal-words.ts';

/** A sentence that the server stores, and how pages word it. `{name}` is a parameter. */
export interface StoredSentence {
  /** As rows have it: it never changes, because it is also read. */
  readonly stored: string;
  readonly zh: string;
  readonly en: string;
}

/** What a stored sentence says: its code and the values in it. */
export interface SentenceRead<Code extends string = string> {
  readonly code: Code;
  readonly params: Readonly<Record<string, string>>;
}

type Params<Text extends string> = { readonly [Name in keyof ParamsOf<Text>]: string };

const nothingNamed: Readonly<Record<string, string>> = {};

/** The pattern that a stored text matches with any values. */
function patternOf(stored: string): RegExp {
  const source = stored.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : `(?<${name}>.+?)`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
}

/** Sentences by their codes, so that one table both writes and reads what is stored. A text of none of them was written by a person or a service. */
export function storedSentences<const Sentences extends Readonly<Record<string, StoredSentence>>>(sentences: Sentences) {
  type Code = keyof Sentences & string;
  const codes = Object.keys(sentences) as Code[];
  const patterns = codes.map((code) => [code, patternOf((sentences[code] as StoredSentence).stored)] as const);

  return {
    codes,

    /** The text to store. */
    write<Name extends Code>(code: Name, params: Params<Sentences[Name]['stored']>): string {
      return wordRefusal((sentences[code] as StoredSentence).stored, params, 'en');
    },

    /** What a stored text says; `null` if it is none of these. */
    read(text: string): SentenceRead<Code> | null {
      for (const [code, pattern] of patterns) {
        const match = pattern.exec(text);
        if (match !== null) return { code, params: { ...match.groups } };
      }
      return null;
    },

    /** The words of a code; `null` for one of another version. @param names of values that are names in code, such as `alipay`. */
    word({ code, params }: SentenceRead, language: Locale, names = nothingNamed): string | null {
      const sentence: StoredSentence | undefined = sentences[code];
      if (sentence === undefined) return null;
      const named = Object.entries(params).map(([name, value]) => [name, names[value] ?? value] as const);
      return wordRefusal(sentence[language], Object.fromEntries(named), language);
    },
  };
}
