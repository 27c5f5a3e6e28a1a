import { useTranslation } from 'react-i18next';
import { writtenSite } from './written-site.ts';
import { inOtherWords, type Group } from './in-other-words.ts';
import type { Language } from './language.ts';

/** A text, a text with placeholders (`(n: number) => …`), or a group of them. */
type Text = string | ((...values: never[]) => unknown) | { readonly [name: string]: Text };

/** The same texts in another language: all of them and no others. */
type InOtherWords<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer Values) => unknown
      ? (...values: Values) => ReturnType<T[K]> extends string ? string : ReturnType<T[K]>
      : InOtherWords<T[K]>;
};

export interface Texts<T> {
  readonly zh: T;
  readonly en: InOtherWords<T>;
}

/** The texts of one page or component. A missing translation is a type error. */
export function defineTexts<T extends Record<string, Text>>(texts: {
  readonly zh: T;
  readonly en: InOtherWords<NoInfer<T>>;
}): Texts<T> {
  return texts;
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'zh' ? 'zh' : 'en';
}

/** Joins names as sentences of the current language do. */
export function useListing(): (names: readonly string[]) => string {
  const between = useLanguage() === 'zh' ? '、' : ', ';
  return (names) => names.join(between);
}

const known = new WeakMap<object, Group>();

/** Replaces texts that promise a mail with those of the group `withoutMail` if the installation sends none. */
function asInstalled(texts: object): object {
  const { withoutMail } = texts as { readonly withoutMail?: Group };
  if (writtenSite.mail || withoutMail === undefined) return texts;
  const said = known.get(texts) ?? inOtherWords(texts as Group, withoutMail);
  known.set(texts, said);
  return said;
}

/** The texts in the current language; renders again when the language changes. */
export function useTexts<T>(texts: Texts<T>): InOtherWords<T> {
  return asInstalled(texts[useLanguage()] as object) as InOtherWords<T>;
}
