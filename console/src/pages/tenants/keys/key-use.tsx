import { useQuery } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import { useAccount } from '../../../api/current-account.ts';
import type { OwnKey } from '../../../api/keys.ts';
import { usageQuery } from '../../../api/usage.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import '../../../components/tables/data-table.css';
import { Barrier } from '../../../components/tenants/barrier.tsx';
import { partsOf, useServiceZone, useZoneName } from '../../../components/time/time-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { KeyHint } from './key-columns.tsx';
import { keyPageTexts } from './key-page-texts.ts';
import { texts } from './texts.ts';

/** Spending and caps of a key, its nearest limit, and its last use. */
export function KeyUse({ record }: { readonly record: OwnKey }) {
  const t = useTexts(keyPageTexts);
  const list = useTexts(texts);
  return (
    <Sheet
      title={t.use}
      note={<KeyHint record={record} />}
      right={<span className="quiet wide">{list.zone(useZoneName())}</span>}
      foot={<Binding record={record} />}
    >
      <div className="key-use">
        <div>
          <h3>{list.dayCap}</h3>
          <Barrier spent={record.spent_today} cap={record.daily_cap} label={`${record.remark} ${list.today}`} />
        </div>
        <div>
          <h3>{list.monthCap}</h3>
          <Barrier spent={record.spent_this_month} cap={record.monthly_cap} label={`${record.remark} ${list.month}`} />
        </div>
        <div>
          <h3>{t.lastUsed}</h3>
          {record.last_used === null ? (
            <span className="quiet">{list.never}</span>
          ) : (
            <>
              <Time at={record.last_used.at} form="ago" /> <span className="mono quiet">{record.last_used.ip}</span>
            </>
          )}
        </div>
      </div>
    </Sheet>
  );
}

/** The cap that will be reached first. */
function Binding({ record }: { readonly record: OwnKey }) {
  const t = useTexts(keyPageTexts);
  const { binds_first: binding } = record;
  if (binding === null) return t.noBound;
  const what = t.limits[binding.limit];
  return nano(binding.left) > 0n ? t.binds(moneyText(binding.left), what) : t.nothingLeft(what);
}

const dayMs = 86_400_000;

/** Models that a key has used in the last 30 days. */
export function KeyModels({ record }: { readonly record: OwnKey }) {
  const t = useTexts(keyPageTexts);
  const account = useAccount();
  const zone = useServiceZone();
  const day = (back: number): string => partsOf(new Date(Date.now() - back * dayMs).toISOString(), zone).date;
  const usage = useQuery(usageQuery(account.id, { key_id: record.id, group_by: 'model', from: day(29), to: day(0) }));
  const rows = usage.data?.toSorted((left, right) => (nano(left.charge) < nano(right.charge) ? 1 : -1));
  return (
    <Sheet title={t.byModel}>
      {rows === undefined ? (
        <Loading of={usage} what={t.failedUse} height={180} />
      ) : rows.length === 0 ? (
        <EmptyState>{t.noUse}</EmptyState>
      ) : (
        <table className="table key-models">
          <thead>
            <tr>
              <th scope="col">{t.model}</th>
              <th scope="col" className="n">
                {t.calls}
              </th>
              <th scope="col" className="n">
                {t.charge}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ model, calls, charge }) => (
              <tr key={model ?? ''}>
                <td className="mono">
                  <AppLink to={paths.calls({ key_id: record.id, model: model ?? undefined })}>{model ?? '–'}</AppLink>
                </td>
                <td className="n">{countText(calls)}</td>
                <td className="n">
                  <Money amount={charge} hasSign={false} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{t.sum}</td>
              <td className="n">{countText(rows.reduce((sum, { calls }) => sum + calls, 0))}</td>
              <td className="n">
                <Money amount={formatExact(rows.reduce((sum, { charge }) => sum + nano(charge), 0n))} hasSign={false} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </Sheet>
  );
}
