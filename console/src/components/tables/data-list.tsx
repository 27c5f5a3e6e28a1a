import type { RefObject } from 'react';
import { AppLink } from '../links/app-link.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { useVirtualRows, type Item } from './use-virtual-rows.ts';

interface DataListProps<Row> extends DataTableProps<Row> {
  readonly items: readonly Item<Row>[];
  readonly place: RefObject<HTMLDivElement | null>;
}

/** A table on phones. */
export function DataList<Row>({ items, place, label, rowKey, linkOf, narrow, narrowActs, openKey }: DataListProps<Row>) {
  const { shown, before, after } = useVirtualRows(items, place, 62);
  return (
    <ul className="data-list" aria-label={label}>
      {before > 0 ? <li aria-hidden="true" className="space" style={{ height: before }} /> : null}
      {shown.map((item) => {
        if ('group' in item)
          return (
            <li key={`group ${item.group}`} className="day">
              {item.group}
            </li>
          );
        const link = linkOf?.(item.row);
        const content = narrow(item.row);
        return (
          <li key={rowKey(item.row)} className={rowKey(item.row) === openKey ? 'on' : undefined}>
            {link === undefined ? (
              content
            ) : (
              <AppLink to={link} data-row-link="">
                {content}
              </AppLink>
            )}
            {narrowActs === undefined ? null : <div className="narrow-acts">{narrowActs(item.row)}</div>}
          </li>
        );
      })}
      {after > 0 ? <li aria-hidden="true" className="space" style={{ height: after }} /> : null}
    </ul>
  );
}
