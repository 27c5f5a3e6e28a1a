import { Fragment, memo, type MouseEvent, type ReactNode } from 'react';
import { AppLink, useGo } from '../links/app-link.tsx';
import type { Column, DataTableProps } from './data-table-props.ts';

interface DataRowProps<Row> {
  readonly row: Row;
  readonly table: DataTableProps<Row>;
}

function isOwnBusiness(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, dialog, [role=menu]') !== null;
}

function Row<Row>({ row, table }: DataRowProps<Row>) {
  const { columns, rowKey, linkOf, openKey, instead } = table;
  const go = useGo();
  const link = linkOf?.(row);
  const isOpen = rowKey(row) === openKey;
  const open = (event: MouseEvent): void => {
    if (link === undefined || isOwnBusiness(event.target) || getSelection()?.isCollapsed === false) return;
    go(link, { replace: openKey !== undefined });
  };
  const replaced = instead?.(row) ?? null;
  const from = replaced === null ? -1 : columns.findIndex(({ id }) => id === replaced.from);
  return (
    <tr className={[isOpen ? 'on' : '', link === undefined ? '' : 'opens'].join(' ')} onClick={open} data-key={rowKey(row)}>
      {columns.map((column, index) => {
        if (replaced !== null && index > from && index < from + replaced.count) return <Fragment key={column.id} />;
        if (replaced !== null && index === from)
          return (
            <td key={column.id} colSpan={replaced.count} className={column.isOptional === true ? 'cause opt' : 'cause'}>
              {replaced.content}
            </td>
          );
        return (
          <Cell key={column.id} column={column}>
            {index === 0 && link !== undefined ? (
              <AppLink to={link} data-row-link="" aria-current={isOpen ? 'true' : undefined}>
                {column.cell(row)}
              </AppLink>
            ) : (
              column.cell(row)
            )}
          </Cell>
        );
      })}
    </tr>
  );
}

function Cell<Row>({ column, children }: { readonly column: Column<Row>; readonly children: ReactNode }) {
  return <td className={columnClass(column)}>{children}</td>;
}

type ColumnKind = Pick<Column<never>, 'isNumber' | 'isOptional' | 'isActions'>;

/** The classes of the cells of a column. */
export function columnClass({ isNumber = false, isOptional = false, isActions = false }: ColumnKind): string {
  return [...(isNumber ? ['n'] : []), ...(isOptional ? ['opt'] : []), ...(isActions ? ['act'] : [])].join(' ');
}

/** A row that renders again only if it or the table changes. */
export const DataRow = memo(Row) as typeof Row;

interface GroupRowProps {
  readonly text: string;
  /** Numbers of permanent and optional columns; the span of the heading must not include hidden columns. */
  readonly always: number;
  readonly optional: number;
}

/** A heading between rows. */
export function GroupRow({ text, always, optional }: GroupRowProps) {
  return (
    <tr className="day">
      <td colSpan={always}>{text}</td>
      {optional === 0 ? null : <td colSpan={optional} className="opt" />}
    </tr>
  );
}
