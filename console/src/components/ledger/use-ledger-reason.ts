import type { LedgerEntryAnswer } from '@tollgate/contract/ledger/credits';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { methodWords } from '@tollgate/contract/payments/method-words';
import { useLanguage } from '../../i18n/texts.ts';

/** Returns a function that says why an entry is in the ledger: in words, or as a person typed it. */
export function useLedgerReason(): (entry: Pick<LedgerEntryAnswer, 'reason' | 'source'>) => string {
  const language = useLanguage();
  return ({ reason, source }) => (source === null ? null : ledgerSources.word(source, language, methodWords[language])) ?? reason;
}
