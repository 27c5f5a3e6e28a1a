import { useLanguage } from '../../i18n/texts.ts';

/** A sentence that the server has only in English, so Chinese pages quote it. */
export function EnglishDetail({ text }: { readonly text: string }) {
  return useLanguage() === 'zh' ? <code lang="en">{text}</code> : text;
}
