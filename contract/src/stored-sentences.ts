import type { Locale } from './enumerations.ts';
import { wordRefusal, type ParamsOf } from './refusals/refusal-words.ts';

/** A sentence that the server stores, and its text on pages. `{name}` is a parameter. */
export interface StoredSentence {
  /** The stored form. It never changes, because it is also parsed. */
  readonly stored: string;
  readonly zh: string;
  readonly en: string;
}

/** A parsed sentence: its code and its values. */
export interface SentenceRead<Code extends string = string> {
  readonly code: Code;
  readonly params: Readonly<Record<string, string>>;
}

type Params<Text extends string> = { readonly [Name in keyof ParamsOf<Text>]: string };

const nothingNamed: Readonly<Record<string, string>> = {};

/** The pattern of a stored text with any values. */
function patternOf(stored: string): RegExp {
  const source = stored.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : `(?<${name}>.+?)`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
}

/**
 * Sentences by code, so that one table both writes and parses stored texts. A text that matches none was written by a person or another
 * service.
 */
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

    /** Parses a stored text; `null` if it matches no sentence. */
    read(text: string): SentenceRead<Code> | null {
      for (const [code, pattern] of patterns) {
        const match = pattern.exec(text);
        if (match !== null) return { code, params: { ...match.groups } };
      }
      return null;
    },

    /**
     * The text of a code; `null` for a code of another version. @param names display names of values that are names in code, such as
     * `alipay`.
     */
    word({ code, params }: SentenceRead, language: Locale, names = nothingNamed): string | null {
      const sentence: StoredSentence | undefined = sentences[code];
      if (sentence === undefined) return null;
      const named = Object.entries(params).map(([name, value]) => [name, names[value] ?? value] as const);
      return wordRefusal(sentence[language], Object.fromEntries(named), language);
    },
  };
}
