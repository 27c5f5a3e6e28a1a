import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Working days until the next operator action is due. */
export function DaysLeft({ days }: { readonly days: number | null }) {
  const t = useTexts(texts);
  if (days === null) return <span className="quiet">–</span>;
  if (days < 0) return <span className="bad">{t.late(-days)}</span>;
  return <span>{days === 0 ? t.today : t.daysLeft(days)}</span>;
}
