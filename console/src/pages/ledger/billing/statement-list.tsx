import { useAccount } from '../../../api/current-account.ts';
import { useList } from '../../../api/http/use-list.ts';
import { moneyText } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useMonthText } from '../../../components/time/month-text.ts';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { statementsPage, type MonthTotals } from '../billing.ts';
import { texts } from './texts.ts';

function State({ state }: Pick<MonthTotals, 'state'>) {
  const t = useTexts(texts);
  return <StatusWord look={state === 'frozen' ? 'go' : 'off'}>{t.states[state]}</StatusWord>;
}

/** Months, newest first; a row opens its statement. */
export function StatementList() {
  const t = useTexts(texts);
  const account = useAccount();
  const zone = useZoneName();
  const monthText = useMonthText();
  const list = useList(['accounts', account.id, 'statements'], statementsPage(account.id));
  const amounts = (['opening', 'credits', 'usage', 'closing'] as const).map((name): Column<MonthTotals> => ({
    id: name,
    head: t.columns[name],
    isNumber: true,
    isOptional: name === 'opening' || name === 'credits',
    cell: (row) => <Money amount={row[name]} hasSign={false} />,
  }));
  const columns: readonly Column<MonthTotals>[] = [
    { id: 'month', head: t.columns.month, cell: ({ month }) => monthText(month) },
    ...amounts,
    { id: 'state', head: t.columns.state, width: '120px', cell: (row) => <State state={row.state} /> },
  ];
  return (
    <Sheet title={t.statements} right={<span className="quiet fine wide">{t.zone(zone)}</span>}>
      <DataTable
        label={t.statements}
        columns={columns}
        rows={list.rows}
        rowKey={({ month }) => month}
        linkOf={({ month }) => paths.statement(month)}
        narrow={(row) => (
          <>
            <span className="l1">
              <span>{monthText(row.month)}</span>
              <span>
                <span className="quiet">{t.columns.closing}</span> <Money amount={row.closing} hasSign={false} />
              </span>
            </span>
            <span className="l2">
              <span>{t.usageOf(moneyText(row.usage))}</span>
              <State state={row.state} />
            </span>
          </>
        )}
        more={list.more}
        error={list.error}
        failed={t.failed.statements}
        onRetry={list.onRetry}
        empty={t.empty}
      />
    </Sheet>
  );
}
