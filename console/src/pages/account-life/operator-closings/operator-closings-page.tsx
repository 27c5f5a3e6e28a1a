import { waitsForOperator } from '@tollgate/contract/account-life/closing';
import type { AdminClosingAnswer } from '@tollgate/contract/account-life/operator-closings';
import { operatorAccountLifeApi } from '../../../api/clients/operator-account-life.ts';
import { useList } from '../../../api/http/use-list.ts';
import { closingTexts } from '../../../components/account-life/closing-texts.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { texts } from './texts.ts';

type Closing = AdminClosingAnswer;

const filters = ['open', 'closed'] as const;
const dayMs = 86_400_000;

function State({ row: { state, waits_for: waits } }: { readonly row: Closing }) {
  const words = useTexts(closingTexts);
  if (state === null) return null;
  const look = state === 'closed' ? 'off' : waitsForOperator(waits) ? 'slow' : 'paused';
  return <StatusWord look={look}>{words.states[state]}</StatusWord>;
}

function Waits({ row: { waits_for: waits } }: { readonly row: Closing }) {
  const words = useTexts(closingTexts);
  const text = waits.map((wait) => words.waits[wait]).join(' · ');
  return waitsForOperator(waits) ? <b>{text}</b> : <span className="quiet">{text}</span>;
}

/** Days until the closure is final, rounded up. */
function Left({ row: { state, due_at: due } }: { readonly row: Closing }) {
  const t = useTexts(texts);
  if (state !== 'closing' || due === null) return <span className="quiet">–</span>;
  return <span>{t.days(Math.max(0, Math.ceil((Date.parse(due) - Date.now()) / dayMs)))}</span>;
}

const At = ({ at }: { readonly at: string | null }) => (at === null ? null : <Time at={at} />);

function useColumns(isClosed: boolean): readonly Column<Closing>[] {
  const t = useTexts(texts);
  const account: Column<Closing> = {
    id: 'account',
    head: t.account,
    cell: ({ account_name: name }) => <b className="cut">{name}</b>,
  };
  const since: Column<Closing> = { id: 'since', head: t.since, width: '170px', cell: ({ requested_at: at }) => <At at={at} /> };
  if (isClosed)
    return [account, since, { id: 'closed', head: t.closedAt, width: '170px', cell: ({ closed_at: at }) => <At at={at} /> }];
  return [
    account,
    { id: 'state', head: t.state, width: '190px', cell: (row) => <State row={row} /> },
    { id: 'waits', head: t.waits, cell: (row) => <Waits row={row} /> },
    { id: 'left', head: t.left, width: '120px', cell: (row) => <Left row={row} /> },
    { ...since, isOptional: true },
  ];
}

/** Account closures, soonest due first, with what each waits for; also completed ones. */
export default function OperatorClosingsPage() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const state = filters.find((name) => name === query.state) ?? 'open';
  const list = useList(['operator', 'closings', state], (page, signal) =>
    operatorAccountLifeApi.listClosings({ query: { state, ...page }, signal }),
  );
  const columns = useColumns(state === 'closed');
  return (
    <>
      <PageHead title={t.title}>
        <Segments
          label={t.filter}
          value={state}
          options={filters.map((name) => ({ value: name, label: t.filters[name] }))}
          onChange={(next) => {
            set({ state: next });
          }}
        />
      </PageHead>
      <Sheet>
        <DataTable
          {...list}
          label={t.title}
          columns={columns}
          rowKey={({ account_id: id }) => id}
          linkOf={({ account_id: id }) => paths.operatorAccount(id)}
          narrow={(row) => (
            <>
              <span className="l1">
                <b className="cut">{row.account_name}</b>
                <State row={row} />
              </span>
              <span className="l2">
                <span className="cut">{state === 'open' ? <Waits row={row} /> : null}</span>
                <At at={row.closed_at ?? row.requested_at} />
              </span>
            </>
          )}
          failed={t.failed}
          empty={state === 'open' ? t.empty : t.emptyClosed}
        />
      </Sheet>
    </>
  );
}
