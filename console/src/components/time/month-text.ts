import { defineTexts, useLanguage, useTexts } from '../../i18n/texts.ts';

const texts = defineTexts({
  zh: { month: (year: string, month: number) => `${year} 年 ${String(month)} 月` },
  en: {
    month: (year: string, month: number) =>
      new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(Number.parseInt(year, 10), month - 1),
      ),
  },
});

/** Formats `2026-11` as people write it. */
export function useMonthText(): (month: string) => string {
  const t = useTexts(texts);
  useLanguage();
  return (month) => t.month(month.slice(0, 4), Number.parseInt(month.slice(5), 10));
}
