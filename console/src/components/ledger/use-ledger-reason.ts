import type { LedgerEntryAnswer } from '@tollgate/contract/ledger/credits';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { methodWords } from '@tollgate/contract/payments/method-words';
import { useLanguage } from '../../i18n/texts.ts';

/** Returns a function that explains a ledger entry: in words, or with the text of a person. */
export function useLedgerReason(): (entry: Pick<LedgerEntryAnswer, 'reason' | 'source'>) => string {
  const language = useLanguage();
  return ({ reason, source }) => (source === null ? null : ledgerSources.word(source, language, methodWords[language])) ?? reason;
}
