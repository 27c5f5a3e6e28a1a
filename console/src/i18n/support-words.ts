import { writtenSite } from './written-site.ts';

const { support } = writtenSite;

/** Whom users can contact, as part of a sentence. If the operator has not set a contact, no sentence says "contact us". */
export const supportWords = {
  zh: support === null ? '运营方' : `客服（${support}）`,
  en: support === null ? 'the operator of this service' : `support (${support})`,
} as const;

/** Adds the contact to a server text that refers people to the operator. */
export function withContact(text: string): string {
  return text
    .replace('联系运营方', () => `联系${supportWords.zh}`)
    .replace(/([Cc]ontact) the operator of (?:this|the) service/, (_, verb: string) => `${verb} ${supportWords.en}`);
}
