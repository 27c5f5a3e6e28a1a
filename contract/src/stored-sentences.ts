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

/** A stored text as its fixed parts and the names between them: one more part than names. */
interface Pattern {
  readonly parts: readonly string[];
  readonly names: readonly string[];
}

function patternOf(stored: string): Pattern {
  const pieces = stored.split(/\{(\w+)\}/);
  return { parts: pieces.filter((_piece, at) => at % 2 === 0), names: pieces.filter((_piece, at) => at % 2 === 1) };
}

/**
 * The values of a text with this pattern, each as short as possible; `null` for any other text. No regular expression: their time could
 * grow with a power of the text's length, and people choose values of these texts.
 */
function valuesOf({ parts, names }: Pattern, text: string): Readonly<Record<string, string>> | null {
  const [head = '', ...rest] = parts;
  if (names.length === 0) return text === head ? {} : null;
  const tail = parts.at(-1) ?? '';
  if (!text.startsWith(head) || !text.endsWith(tail)) return null;
  const values: Record<string, string> = {};
  let start = head.length;
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const end = isLast ? text.length - tail.length : text.indexOf(rest[at] ?? '', start + 1);
    if (end <= start) return null;
    values[name] = text.slice(start, end);
    start = end + (rest[at] ?? '').length;
  }
  return values;
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
        const params = valuesOf(pattern, text);
        if (params !== null) return { code, params };
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
