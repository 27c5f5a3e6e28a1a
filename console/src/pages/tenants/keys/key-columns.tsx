import type { OwnKey } from '../../../api/keys.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { Barrier } from '../../../components/tenants/barrier.tsx';
import { KeyState } from '../../../components/tenants/key-state.tsx';
import { RaiseCap } from '../../../components/tenants/raise-cap.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { KeyMenu } from './key-menu.tsx';
import { LimitChips } from './limit-chips.tsx';
import { texts } from './texts.ts';

/** First and last characters of a key: enough to recognize it, never enough to use it. */
export function KeyHint({ record }: { readonly record: OwnKey }) {
  return (
    <span className="mono key-hint">
      {record.prefix}…{record.last4}
    </span>
  );
}

/** The columns of the list. Users who cannot change keys see no actions. */
export function useKeyColumns(mayWrite: boolean): readonly Column<OwnKey>[] {
  const t = useTexts(texts);
  const columns: readonly Column<OwnKey>[] = [
    {
      id: 'key',
      head: t.key,
      width: '150px',
      cell: (record) => (
        <>
          <b className="key-remark">{record.remark || t.untitled}</b>
          <small className="block">
            <KeyHint record={record} />
          </small>
        </>
      ),
    },
    { id: 'state', head: t.state, width: '104px', cell: (record) => <KeyState record={record} /> },
    {
      id: 'day',
      head: t.dayCap,
      width: '176px',
      cell: (record) => <Barrier spent={record.spent_today} cap={record.daily_cap} label={`${record.remark} ${t.today}`} />,
    },
    {
      id: 'month',
      head: t.monthCap,
      width: '176px',
      cell: (record) => (
        <Barrier spent={record.spent_this_month} cap={record.monthly_cap} label={`${record.remark} ${t.month}`} />
      ),
    },
    { id: 'limits', head: t.limits, isOptional: true, cell: (record) => <LimitChips record={record} /> },
    {
      id: 'sub',
      head: t.subAccount,
      width: '100px',
      isOptional: true,
      cell: (record) => record.sub_account_name ?? <span className="quiet">–</span>,
    },
    { id: 'used', head: t.lastUsed, width: '124px', cell: (record) => <LastUse record={record} /> },
  ];
  const actions: Column<OwnKey> = {
    id: 'actions',
    head: <span className="sr">{t.actions}</span>,
    width: '136px',
    isActions: true,
    cell: (record) => (
      <>
        {record.status === 'paused' ? <RaiseCap record={record} /> : null}
        <KeyMenu record={record} />
      </>
    ),
  };
  return mayWrite ? [...columns, actions] : columns;
}

function LastUse({ record }: { readonly record: OwnKey }) {
  const t = useTexts(texts);
  if (record.last_used === null) return <span className="quiet">{t.never}</span>;
  return (
    <>
      <Time at={record.last_used.at} form="ago" />
      <small className="block mono">{record.last_used.ip}</small>
    </>
  );
}

/** A key on phones: name and state, then spending and cap. */
export function NarrowKey({ record }: { readonly record: OwnKey }) {
  const t = useTexts(texts);
  return (
    <>
      <span className="l1">
        <b className="cut">{record.remark || t.untitled}</b>
        <span>
          <KeyState record={record} isShort />
        </span>
      </span>
      <span className="l2 quiet">
        <span className="cut">
          <KeyHint record={record} />
          {record.sub_account_name === null ? '' : ` · ${record.sub_account_name}`}
        </span>
        <span>
          {record.last_used === null ? (
            t.never
          ) : (
            <>
              {t.lastUsed} <Time at={record.last_used.at} form="ago" />
            </>
          )}
        </span>
      </span>
      <span className="two-caps">
        <span>
          <small className="quiet">{t.today}</small>
          <Barrier spent={record.spent_today} cap={record.daily_cap} label={`${record.remark} ${t.today}`} />
        </span>
        <span>
          <small className="quiet">{t.month}</small>
          <Barrier spent={record.spent_this_month} cap={record.monthly_cap} label={`${record.remark} ${t.month}`} />
        </span>
      </span>
    </>
  );
}
