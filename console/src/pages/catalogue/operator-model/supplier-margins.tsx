import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../components/errors/error-state.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { priceText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { percentText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { OperatorModel } from '../../../api/operator-models.ts';
import { providersQuery } from '../../../api/providers.ts';
import { leastMargin, suppliersOf, type Supplier } from '../operator-catalogue.ts';
import { useLines } from '../price-sheets.tsx';
import { texts } from './texts.ts';

/** What each provider charges for the model, and the margin. */
export function SupplierMargins({ model }: { readonly model: OperatorModel }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(providersQuery);
  const suppliers = data === undefined ? undefined : suppliersOf(data, model.name);
  return (
    <Sheet title={t.margins} note={t.marginsNote}>
      {suppliers === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed} height={96} />
      ) : suppliers.length === 0 ? (
        <EmptyState>{t.noProviders}</EmptyState>
      ) : (
        <div className="table-wrap">
          <table className="table plain">
            <thead>
              <tr>
                <th scope="col">{t.provider}</th>
                <th scope="col" className="wide">
                  {t.upstreamModel}
                </th>
                <th scope="col">{t.cost}</th>
                <th scope="col" className="n">
                  {t.margin}
                </th>
              </tr>
            </thead>
            <tbody>
              {suppliers.map((supplier) => (
                <Row key={supplier.id} model={model} supplier={supplier} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Sheet>
  );
}

function Row({ model, supplier }: { readonly model: OperatorModel; readonly supplier: Supplier }) {
  const t = useTexts(texts);
  const linesOf = useLines();
  const { id, name, isEnabled, upstreamModel, cost } = supplier;
  const margin = leastMargin(model.price, [{ ...supplier, isEnabled: true }]);
  return (
    <tr>
      <td>
        <AppLink to={paths.operatorProvider(id)}>
          <b>{name}</b>
        </AppLink>{' '}
        {isEnabled ? null : <small className="quiet">{t.off}</small>}
      </td>
      <td className="mono wide">{upstreamModel}</td>
      <td>
        {cost === null ? (
          <span className="quiet">{t.unknown}</span>
        ) : (
          linesOf(cost)
            .map(([label, amount]) => `${label} ${priceText(amount)}`)
            .join(' · ')
        )}
      </td>
      <td className={margin !== null && margin < 0 ? 'n bad' : 'n'}>{margin === null ? '–' : percentText(margin / 10_000)}</td>
    </tr>
  );
}
