import { useMemo, useRef } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { EmptyState, Skeleton } from '../../ui/states/empty-state.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { ErrorState } from '../errors/error-state.tsx';
import { TimesOfRows } from '../time/time.tsx';
import { DataList } from './data-list.tsx';
import { columnClass, DataRow, GroupRow } from './data-row.tsx';
import type { DataTableProps } from './data-table-props.ts';
import './data-table.css';
import { useLoadMore } from './use-load-more.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useVirtualRows, type Item } from './use-virtual-rows.ts';

const texts = defineTexts({
  zh: { loading: '正在加载更早的记录', all: (n: number) => `共 ${n.toLocaleString('en-US')} 条` },
  en: { loading: 'Loading earlier entries', all: (n: number) => `${n.toLocaleString('en-US')} rows` },
});

function itemsOf<Row>(rows: readonly Row[], groupOf: DataTableProps<Row>['groupOf']): readonly Item<Row>[] {
  if (groupOf === undefined) return rows.map((row) => ({ row }));
  let last: string | null = null;
  return rows.flatMap((row): Item<Row>[] => {
    const group = groupOf(row);
    const isNew = group !== last;
    last = group;
    return isNew ? [{ group }, { row }] : [{ row }];
  });
}

/** A table with a sticky heading and endless scrolling; J, K and Enter navigate. On phones it is a list of two-line rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, failed, onRetry, empty, emptyAction } = props;
  if (error !== undefined && error !== null && rows === undefined)
    return <ErrorState what={failed} error={error} onRetry={onRetry} />;
  if (rows === undefined) return <Skeleton height={(props.rowHeight ?? 36) * 10} />;
  if (rows.length === 0) return <EmptyState action={emptyAction}>{empty}</EmptyState>;
  return <FilledTable {...props} />;
}

const noRows: readonly unknown[] = [];

function FilledTable<Row>(props: DataTableProps<Row>) {
  const t = useTexts(texts);
  const { label, rows = noRows as readonly Row[], isList = false, groupOf, more, error, failed, onRetry } = props;
  const isPhone = useIsPhone();
  const place = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useLoadMore(end, more);
  useRowKeys(place, props);
  const items = useMemo(() => itemsOf(rows, groupOf), [rows, groupOf]);
  const Rows = isPhone || isList ? DataList : Table;
  return (
    <div className="data" ref={place} role="group" aria-label={label}>
      <TimesOfRows>
        <Rows {...props} items={items} place={place} />
      </TimesOfRows>
      <div ref={end} />
      {error === undefined || error === null ? null : <ErrorState what={failed} error={error} onRetry={onRetry} />}
      {more?.isLoading === true ? <p className="data-more quiet">{t.loading}</p> : null}
      {more?.hasMore === false && rows.length > 50 ? <p className="data-more quiet">{t.all(rows.length)}</p> : null}
    </div>
  );
}

interface TableProps<Row> extends DataTableProps<Row> {
  readonly items: readonly Item<Row>[];
  readonly place: React.RefObject<HTMLDivElement | null>;
}

function Table<Row>(props: TableProps<Row>) {
  const { label, columns, items, place, rowKey, rowHeight = 36, foot } = props;
  const { shown, before, after } = useVirtualRows(items, place, rowHeight);
  const optional = columns.filter(({ isOptional = false }) => isOptional).length;
  return (
    <table className="table" aria-label={label} style={{ '--row': `${String(rowHeight)}px` } as React.CSSProperties}>
      <colgroup>
        {columns.map(({ id, width, ...kind }) => (
          <col key={id} className={columnClass(kind)} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ id, head, ...kind }) => (
            <th key={id} scope="col" className={columnClass(kind)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {before > 0 ? <Space height={before} /> : null}
        {shown.map((item) =>
          'group' in item ? (
            <GroupRow key={`group ${item.group}`} text={item.group} always={columns.length - optional} optional={optional} />
          ) : (
            <DataRow key={rowKey(item.row)} row={item.row} table={props} />
          ),
        )}
        {after > 0 ? <Space height={after} /> : null}
      </tbody>
      {foot === undefined ? null : <tfoot>{foot}</tfoot>}
    </table>
  );
}

/** Reserves the height of rows that are not rendered. */
function Space({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true" className="space">
      <td style={{ height }} />
    </tr>
  );
}
