import type { LedgerEntryAnswer } from '@tollgate/contract/ledger/credits';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { methodWords } from '@tollgate/contract/payments/method-words';
import { defineTexts, useLanguage, useTexts } from '../../i18n/texts.ts';
import { partsOf, useServiceZone } from '../time/time-text.ts';

const hourMs = 3_600_000;

const texts = defineTexts({
  zh: { usageOf: (hour: string) => `${hour} 的用量` },
  en: { usageOf: (hour: string) => `Usage of ${hour}` },
});

/** Returns a function that explains a ledger entry: in words, or with the text of a person. */
export function useLedgerReason(): (entry: Pick<LedgerEntryAnswer, 'reason' | 'source' | 'hour_start'>) => string {
  const language = useLanguage();
  const t = useTexts(texts);
  const zone = useServiceZone();
  return ({ reason, source, hour_start: hour }) => {
    // An entry is written after its hour, and after an outage much later, so its time does not say which hour it closes.
    if (source?.code === 'usage_hour' && hour !== null) return t.usageOf(hourText(hour, zone));
    return (source === null ? null : ledgerSources.word(source, language, methodWords[language])) ?? reason;
  };
}

/** `2026-10-20 14:00–15:00` */
function hourText(start: string, zone: string): string {
  const [from, to] = [partsOf(start, zone), partsOf(new Date(Date.parse(start) + hourMs).toISOString(), zone)];
  return `${from.date} ${from.time.slice(0, 5)}–${to.time.slice(0, 5)}`;
}
