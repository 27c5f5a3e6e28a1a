import { writtenSite } from './written-site.ts';

const { support } = writtenSite;

/** Whom users contact, in a sentence: with the contact where the operator has named one. No sentence says "contact us" without it. */
export const supportWords = {
  zh: support === null ? '运营方' : `客服（${support}）`,
  en: support === null ? 'the operator of this service' : `support (${support})`,
} as const;

/** A text of the server that sends people to the operator, with the contact. */
export function withContact(text: string): string {
  return text
    .replace('联系运营方', () => `联系${supportWords.zh}`)
    .replace(/([Cc]ontact) the operator of (?:this|the) service/, (_, verb: string) => `${verb} ${supportWords.en}`);
}
