import { storedSentences } from '../stored-sentences.ts';

/** Source of a ledger entry that no person entered; `reason` contains the sentence. */
export const ledgerSources = storedSentences({
  usage_hour: { stored: 'usage of the hour', zh: '该小时的用量', en: 'Usage of the hour' },
  trial_credit: { stored: 'trial credit', zh: '试用额度', en: 'Trial credit' },
  top_up: { stored: 'top-up {order} ({method})', zh: '充值 {order}（{method}）', en: 'Top-up {order} ({method})' },
  redemption_code: { stored: 'redemption code of "{batch}"', zh: '兑换码：{batch}', en: 'Redemption code: {batch}' },
  // Precedes `payout`, whose pattern is wider.
  payout_failed: {
    stored: 'return {payout} could not be paid',
    zh: '退款 {payout} 未成功，已退回余额',
    en: 'Refund {payout} failed; back in the balance',
  },
  payout: { stored: 'return {payout}', zh: '退款 {payout}', en: 'Refund {payout}' },
});
