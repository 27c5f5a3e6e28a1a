import { formatExact } from '@tollgate/contract/money';
import type { OverviewAnswer } from '@tollgate/contract/site/overview';
import { AppLink } from '../../../components/links/app-link.tsx';
import { nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { marginOf, shareOf, shareText } from './margin.ts';
import { texts } from './texts.ts';

type Overview = OverviewAnswer;
interface Sums {
  readonly charge: string;
  readonly upstream_cost: string;
}

/** Number of models with a separate line. */
const shownMax = 8;

function rest(totals: Sums, shown: readonly Sums[]): Sums {
  const less = (whole: string, parts: readonly string[]): string =>
    formatExact(parts.reduce((left, part) => left - nano(part), nano(whole)));
  return {
    charge: less(
      totals.charge,
      shown.map(({ charge }) => charge),
    ),
    upstream_cost: less(
      totals.upstream_cost,
      shown.map(({ upstream_cost: cost }) => cost),
    ),
  };
}

/** The models with the highest revenue, with cost and margin; the lines add up to the total. */
export function Margins({ overview: { models, totals } }: { readonly overview: Overview }) {
  const t = useTexts(texts);
  const shown = models.slice(0, shownMax);
  const others = models.length - shown.length;
  const largest = shown.reduce((most, { charge }) => (nano(charge) > most ? nano(charge) : most), 1n);
  return (
    <div id="margins">
      <Sheet title={t.margins} right={<AppLink to={paths.operatorModels()}>{t.view}</AppLink>}>
        {shown.length === 0 ? (
          <EmptyState>{t.noModels}</EmptyState>
        ) : (
          <div className="table-wrap">
            <table className="table margins">
              <thead>
                <tr>
                  <th scope="col">{t.model}</th>
                  <th scope="col" className="n">
                    {t.revenueHead}
                  </th>
                  <th scope="col" className="n">
                    {t.costHead}
                  </th>
                  <th scope="col" className="n">
                    {t.marginHead}
                  </th>
                  <th scope="col" className="gap-cell">
                    <span className="sr">{t.share}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((sums) => (
                  <Line key={sums.model} name={<code>{sums.model}</code>} sums={sums} largest={largest} />
                ))}
                {others === 0 ? null : <Line name={t.others(countText(others))} sums={rest(totals, shown)} largest={largest} />}
              </tbody>
              <tfoot>
                <Line name={t.total} sums={totals} largest={null} />
              </tfoot>
            </table>
          </div>
        )}
      </Sheet>
    </div>
  );
}

interface LineProps {
  readonly name: React.ReactNode;
  readonly sums: Sums;
  /** Null shows no bars. */
  readonly largest: bigint | null;
}

function Line({ name, sums, largest }: LineProps) {
  const margin = marginOf(sums);
  return (
    <tr>
      <td>{name}</td>
      <td className="n">
        <Money amount={sums.charge} hasSign={false} canFocus={false} />
      </td>
      <td className="n quiet">
        <Money amount={sums.upstream_cost} hasSign={false} canFocus={false} />
      </td>
      <td className={margin < 0n ? 'n bad' : 'n'}>{shareText(margin, nano(sums.charge))}</td>
      <td className="gap-cell">{largest === null ? null : <Bars sums={sums} largest={largest} />}</td>
    </tr>
  );
}

function Bars({ sums, largest }: { readonly sums: Sums; readonly largest: bigint }) {
  const width = (amount: string): string => `${String(Math.min(1, shareOf(nano(amount), largest) ?? 0) * 100)}%`;
  return (
    <span className="gap-bar" aria-hidden="true">
      <i style={{ width: width(sums.charge) }} />
      <s className={marginOf(sums) < 0n ? 'over' : undefined} style={{ width: width(sums.upstream_cost) }} />
    </span>
  );
}
