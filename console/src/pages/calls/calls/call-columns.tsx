import { routeName } from '@tollgate/contract/catalogue/route-name';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { useZoneName } from '../../../components/time/time-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { countText, durationText } from '../../../ui/number-text.ts';
import { HttpStatus } from '../../../ui/states/status-word.tsx';
import type { CallRow } from './call-source.ts';
import { CalledModel } from './called-model.tsx';
import { texts } from './texts.ts';
import { tookScale, tookShare } from './took-scale.ts';

type Texts = typeof texts.zh;
type CallColumn = Column<CallRow>;

function Took({ ms, longestMs }: { readonly ms: number; readonly longestMs: number }) {
  const share = tookShare(ms, longestMs);
  return (
    <span className="took">
      {share === 0 ? null : <i style={{ width: `${String(share)}%` }} />}
      {durationText(ms)}
    </span>
  );
}

function Status({ call, t }: { readonly call: CallRow; readonly t: Texts }) {
  return (
    <>
      <HttpStatus status={call.status} />
      {call.count > 1 ? (
        <small className="times" title={t.timesTitle(countText(call.count))}>
          {t.times(countText(call.count))}
        </small>
      ) : null}
    </>
  );
}

function keyName(call: CallRow, t: Texts): string {
  if (call.key === null) return t.deletedKey;
  return call.key.remark === '' ? `${call.key.prefix}…${call.key.last4}` : call.key.remark;
}

function tokenColumns(t: Texts): readonly CallColumn[] {
  return [
    { id: 'input', head: t.input, isNumber: true, isOptional: true, width: '64px', cell: (call) => countText(call.input_tokens) },
    {
      id: 'cached',
      head: t.cached,
      isNumber: true,
      isOptional: true,
      width: '58px',
      cell: (call) => (call.cached_tokens === 0 ? '' : <small>{countText(call.cached_tokens)}</small>),
    },
    {
      id: 'output',
      head: t.output,
      isNumber: true,
      isOptional: true,
      width: '64px',
      cell: (call) => countText(call.output_tokens),
    },
  ];
}

function charge(t: Texts): CallColumn {
  return {
    id: 'charge',
    head: t.charge,
    isNumber: true,
    width: '96px',
    cell: (call) => <Money amount={call.charge_exact} kind="call" />,
  };
}

function timeAndStatus(t: Texts, zone: string): readonly CallColumn[] {
  return [
    {
      id: 'time',
      head: (
        <>
          {t.time} <span>{zone}</span>
        </>
      ),
      width: '136px',
      cell: (call) => (
        <span className="mono time">
          <Time at={call.request_time} form="time" />
        </span>
      ),
    },
    { id: 'status', head: t.status, width: '86px', cell: (call) => <Status call={call} t={t} /> },
  ];
}

const modelColumn = (t: Texts): CallColumn => ({
  id: 'model',
  head: t.model,
  cell: (call) => (
    <span className="cut">
      <CalledModel call={call} />
    </span>
  ),
});

const keyColumn = (t: Texts): CallColumn => ({
  id: 'key',
  head: t.key,
  cell: (call) => (
    <span className="cut" title={keyName(call, t)}>
      {keyName(call, t)}
    </span>
  ),
});

const tookColumn = (t: Texts, longestMs: number): CallColumn => ({
  id: 'took',
  head: t.took,
  isNumber: true,
  isOptional: true,
  width: '98px',
  cell: (call) => <Took ms={call.duration_ms} longestMs={longestMs} />,
});

/** Columns of an account's call log. */
export function useOwnColumns(rows: readonly CallRow[]): readonly CallColumn[] {
  const t = useTexts(texts);
  const zone = useZoneName();
  return [
    ...timeAndStatus(t, zone),
    modelColumn(t),
    { ...keyColumn(t), isOptional: true },
    ...tokenColumns(t),
    {
      id: 'first',
      head: t.first,
      isNumber: true,
      isOptional: true,
      width: '84px',
      cell: (call) => <span className="quiet">{call.first_token_ms === null ? '' : durationText(call.first_token_ms)}</span>,
    },
    tookColumn(t, tookScale(rows)),
    charge(t),
  ];
}

/** Columns for operators: account, route, and our cost. */
export function useOperatorColumns(
  rows: readonly CallRow[],
  accountName: (id: string | undefined) => string | null,
): readonly CallColumn[] {
  const t = useTexts(texts);
  const language = useLanguage();
  const zone = useZoneName();
  const routeOf = ({ route }: CallRow): string | undefined =>
    typeof route === 'string' ? routeName(route, language) : undefined;
  return [
    ...timeAndStatus(t, zone),
    {
      id: 'account',
      head: t.account,
      width: '8%',
      cell: (call) => <span className="cut">{accountName(call.account_id) ?? call.account_id}</span>,
    },
    { ...keyColumn(t), isOptional: true, width: '8%' },
    modelColumn(t),
    {
      id: 'route',
      head: t.route,
      isOptional: true,
      width: '10%',
      cell: (call) => (
        <span className="cut" title={routeOf(call)}>
          {routeOf(call)}
          {(call.attempts ?? 1) > 1 ? <small> {t.times(String(call.attempts))}</small> : null}
        </span>
      ),
    },
    ...tokenColumns(t).filter(({ id }) => id !== 'cached'),
    tookColumn(t, tookScale(rows)),
    {
      id: 'cost',
      head: t.cost,
      isNumber: true,
      isOptional: true,
      width: '76px',
      cell: (call) => <Money amount={call.upstream_cost ?? '0'} kind="call" />,
    },
    {
      id: 'uncollected',
      head: t.uncollected,
      isNumber: true,
      isOptional: true,
      width: '84px',
      cell: (call) => <Money amount={call.uncollected ?? '0'} kind="call" />,
    },
    charge(t),
  ];
}
