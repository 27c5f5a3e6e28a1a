import { useMemo } from 'react';
import { clientBase } from '../../../api/client-addresses.ts';
import { useTrialCredit } from '../../../api/site.ts';
import { supportWords } from '../../../i18n/support-words.ts';
import { useLanguage } from '../../../i18n/texts.ts';
import { writtenSite } from '../../../i18n/written-site.ts';
import type { Filled } from './filled.ts';

/** The values of this installation for the guides, in the current language. */
export function useFilled(): Filled {
  const support = supportWords[useLanguage()];
  const trial = useTrialCredit();
  return useMemo(() => ({ base: clientBase(), trial, mail: writtenSite.mail, support }), [trial, support]);
}
