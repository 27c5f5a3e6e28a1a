import type { Locale } from '../enumerations.ts';

/** Reasons for a freeze that the service itself gives, as people read them. Operators write theirs in their own words. */
export const freezeReasons: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  zh: { payment_disputed: '有一笔付款被付款人向银行或支付平台提出争议' },
  en: { payment_disputed: 'The payer disputed a payment of this account with their bank or payment service' },
};

/** A reason in the language of its reader, without the full stop that a sentence around it ends with. */
export function freezeReasonText(reason: string, locale: Locale): string {
  const { [reason]: own = reason } = freezeReasons[locale];
  return own.trim().replace(/[。.]$/u, '');
}
