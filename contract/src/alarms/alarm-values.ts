import { upstreamCauseWords } from '../calls/call-causes.ts';
import type { Locale } from '../enumerations.ts';
import { deliveryFaults } from '../notices/delivery-faults.ts';
import { mailSubject } from '../notices/mail-words.ts';
import { methodWords } from '../payments/method-words.ts';
import { paymentFaults } from '../payments/payment-faults.ts';
import { regionWords } from '../region-words.ts';

/** Names of payment services in their faults. */
const services = {
  zh: { Alipay: '支付宝', 'WeChat Pay': '微信支付', epay: '易支付' },
  en: { epay: 'Epay' },
} as const;

/** A fault in words; the text itself if it comes from another server. */
export function faultWords(text: string, language: Locale): string {
  const payment = paymentFaults.read(text);
  if (payment !== null) return paymentFaults.word(payment, language, services[language]) ?? text;
  const delivery = deliveryFaults.read(text);
  if (delivery !== null) return deliveryFaults.word(delivery, language) ?? text;
  return language === 'en' ? text : upstreamCauseWords(text, language);
}

function valueWords(name: string, value: string, language: Locale): string {
  const methods: Readonly<Record<string, string>> = methodWords[language];
  if (name === 'method') return methods[value] ?? value;
  const regions: Readonly<Record<string, string>> = regionWords[language];
  if (name === 'region') return regions[value] ?? value;
  if (name === 'template') return mailSubject(value, language) ?? value;
  return name === 'fault' || name === 'reason' ? faultWords(value, language) : value;
}

/** The values of an alarm as its sentences show them, with names and faults in the language of the reader. */
export function alarmValues(params: Readonly<Record<string, string>>, language: Locale): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, valueWords(name, value, language)]));
}
