import type { Locale } from '../enumerations.ts';

/** Freeze reasons that the service itself sets, as shown to people. Operators write their own text. */
export const freezeReasons: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  zh: { payment_disputed: '付款人就一笔付款向银行或支付平台提出了争议' },
  en: { payment_disputed: 'The payer disputed a payment of this account with their bank or payment service' },
};

/** A freeze reason in the language of the reader. It has no full stop, because a sentence around it adds one. */
export function freezeReasonText(reason: string, locale: Locale): string {
  const { [reason]: own = reason } = freezeReasons[locale];
  return own.trim().replace(/[。.]$/u, '');
}
