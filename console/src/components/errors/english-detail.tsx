import { useLanguage } from '../../i18n/texts.ts';

/** A sentence that the server has in English only: Chinese pages quote it. */
export function EnglishDetail({ text }: { readonly text: string }) {
  return useLanguage() === 'zh' ? <code lang="en">{text}</code> : text;
}
