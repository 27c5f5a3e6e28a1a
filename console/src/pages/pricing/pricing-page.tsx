import { ModelTable } from '../../components/model-table.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useTexts } from '../../i18n/texts.ts';
import './pricing.css';
import { texts } from './texts.ts';

export default function PricingPage() {
  const t = useTexts(texts);
  useTitle(t.title);
  return (
    <div className="page-pricing">
      <h1>{t.title}</h1>
      <p className="quiet">
        {t.note} {t.more}
      </p>
      <ModelTable />
      <p className="quiet fine">{t.reference}</p>
    </div>
  );
}
