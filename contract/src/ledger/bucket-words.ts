import type { CreditBucket, Locale } from '../enumerations.ts';

/** Names of credit sources on statements, in statement files and on operator pages. */
export const bucketWords: Readonly<Record<Locale, Readonly<Record<CreditBucket, string>>>> = {
  zh: { trial: '试用额度', paid: '充值', adjustment: '赠送与调整', refund: '返还', payout: '退款' },
  en: { trial: 'Trial credit', paid: 'Top-up', adjustment: 'Gift or adjustment', refund: 'Refund credit', payout: 'Paid out' },
};
