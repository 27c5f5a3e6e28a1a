import type { ComponentProps, ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../links/app-link.tsx';
import type { DataTableProps } from './data-table-props.ts';
import './row-acts.css';

const texts = defineTexts({ zh: { actions: '操作' }, en: { actions: 'Actions' } });

interface RowActProps extends Pick<ComponentProps<typeof Button>, 'isBusy' | 'onClick'> {
  /** What it does, as on the button of the object's page. */
  readonly label: string;
  /** The name of the row, for people who hear only the button. */
  readonly of: string;
  /** The page that it opens, instead of an action here. */
  readonly to?: string;
}

/** An action of a row: quiet until the row is pointed at or has the focus. */
export function RowAct({ label, of, to, ...button }: RowActProps) {
  const content = (
    <>
      {label}
      <span className="sr"> {of}</span>
    </>
  );
  if (to !== undefined)
    return (
      <LinkButton to={to} look="plain">
        {content}
      </LinkButton>
    );
  return (
    <Button look="plain" {...button}>
      {content}
    </Button>
  );
}

function ActsHead() {
  const t = useTexts(texts);
  return <span className="sr">{t.actions}</span>;
}

/** The actions of a row: the last column of a table, and a line below the row on phones; none without the right to any. */
export function withActs<Row>(
  columns: DataTableProps<Row>['columns'],
  acts: { readonly width: string; readonly of: (row: Row) => ReactNode } | null,
): Pick<DataTableProps<Row>, 'columns' | 'narrowActs'> {
  if (acts === null) return { columns };
  const cell = (row: Row) => <span className="row-acts">{acts.of(row)}</span>;
  return {
    columns: [...columns, { id: 'acts', head: <ActsHead />, width: acts.width, isActions: true, cell }],
    narrowActs: cell,
  };
}
