import type { CreditBucket, Locale } from '../enumerations.ts';

/** Names of the sources of credit, on statements, in their files and on operators' pages. */
export const bucketWords: Readonly<Record<Locale, Readonly<Record<CreditBucket, string>>>> = {
  zh: { trial: '试用额度', paid: '充值', adjustment: '赠送与调整', refund: '返还', payout: '退款' },
  en: { trial: 'Trial credit', paid: 'Top-up', adjustment: 'Gift or adjustment', refund: 'Refund credit', payout: 'Paid out' },
};
