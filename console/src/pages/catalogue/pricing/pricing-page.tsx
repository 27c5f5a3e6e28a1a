import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../../../api/news.ts';
import { ModelTable, type Availability } from '../../../components/catalogue/model-table.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { useTexts } from '../../../i18n/texts.ts';
import './pricing.css';
import { texts } from './texts.ts';

/** Availability from real calls, as on the status page; undefined until loaded. */
function useAvailability(): Availability | undefined {
  const { data } = useQuery(statusQuery);
  return data === undefined ? undefined : new Map(data.models.map(({ model, availability }) => [model, availability['24h']]));
}

export default function PricingPage() {
  const t = useTexts(texts);
  useTitle(t.title);
  return (
    <div className="page-pricing">
      <h1>{t.title}</h1>
      <p className="quiet">
        {t.note} {t.more}
      </p>
      <ModelTable availability={useAvailability()} />
      <p className="quiet fine">{t.reference}</p>
    </div>
  );
}
