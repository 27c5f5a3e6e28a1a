import { formatExact } from '@tollgate/contract/money';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { countText, percentText } from '../../../ui/number-text.ts';
import { usePieceWords } from './pieces.ts';
import { texts, type UsageTexts } from './texts.ts';
import { colours } from './usage-chart.tsx';
import { changeOf, changeText, shareOf, type GroupName, type Sums, type UsageGroup } from './usage-groups.ts';

interface UsageTableProps {
  readonly groups: readonly UsageGroup[] | undefined;
  readonly by: GroupName;
  readonly total: Sums;
  readonly before: ReadonlyMap<string, Sums>;
  readonly beforeTotal: Sums;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly nameOf: (group: UsageGroup) => string;
  readonly linkOf: (group: UsageGroup) => string;
}

function Change({ now, before, t }: { readonly now: bigint; readonly before: bigint; readonly t: UsageTexts }) {
  const change = changeOf(now, before);
  if (change === null) return <span className="quiet">{now === 0n ? '–' : t.isNew}</span>;
  return <span className="quiet">{changeText(change)}</span>;
}

function Difference({ amount }: { readonly amount: bigint }) {
  return (
    <>
      {amount > 0n ? '+' : ''}
      <Money amount={formatExact(amount)} hasSign={false} />
    </>
  );
}

/** Whether any non-token quantity was used; otherwise the column is hidden. */
function isAnyPiece({ pieces }: Sums): boolean {
  return Object.values(pieces).some((count) => count > 0);
}

/** The charge of the period before, and what changed. */
function comparisonOf({ before }: UsageTableProps, t: UsageTexts): readonly Column<UsageGroup>[] {
  return [
    {
      id: 'before',
      head: t.before,
      isNumber: true,
      isOptional: true,
      cell: (group) => (
        <span className="quiet">
          <Money amount={formatExact(before.get(group.value)?.charge ?? 0n)} hasSign={false} />
        </span>
      ),
    },
    {
      id: 'difference',
      head: t.difference,
      isNumber: true,
      isOptional: true,
      cell: (group) => <Difference amount={group.charge - (before.get(group.value)?.charge ?? 0n)} />,
    },
    {
      id: 'change',
      head: t.change,
      isNumber: true,
      isOptional: true,
      cell: (group) => <Change now={group.charge} before={before.get(group.value)?.charge ?? 0n} t={t} />,
    },
  ];
}

function columnsOf(props: UsageTableProps, t: UsageTexts, piecesText: (sums: Sums) => string): readonly Column<UsageGroup>[] {
  const { groups = [], by, total, nameOf } = props;
  const swatch = (group: UsageGroup) => {
    const at = groups.indexOf(group);
    return by === 'day' || group.calls === 0 ? null : <span className={`swatch s${String(at < colours ? at + 1 : 0)}`} />;
  };
  const counts = (['input', 'cached', 'output'] as const).map((name): Column<UsageGroup> => ({
    id: name,
    head: t[name],
    isNumber: true,
    isOptional: true,
    cell: (group) => countText(group[name]),
  }));
  const pieces: readonly Column<UsageGroup>[] = isAnyPiece(total)
    ? [
        {
          id: 'pieces',
          head: t.pieces,
          isOptional: true,
          cell: (group) => <span className="quiet">{piecesText(group)}</span>,
        },
      ]
    : [];
  return [
    {
      id: 'name',
      head: t.names[by],
      cell: (group) => (
        <span className={by === 'model' || by === 'day' ? 'mono' : undefined}>
          {swatch(group)}
          {nameOf(group)}
        </span>
      ),
    },
    { id: 'calls', head: t.calls, isNumber: true, cell: (group) => countText(group.calls) },
    ...counts,
    ...pieces,
    ...(by === 'day' ? [] : comparisonOf(props, t)),
    {
      id: 'share',
      head: t.share,
      isNumber: true,
      cell: (group) => <span className="quiet">{percentText(shareOf(group.charge, total.charge))}</span>,
    },
    {
      id: 'charge',
      head: t.chargeColumn,
      isNumber: true,
      cell: (group) => <Money amount={formatExact(group.charge)} hasSign={false} />,
    },
  ];
}

/** The legend of the chart with totals; a row links to its calls. */
export function UsageTable(props: UsageTableProps) {
  const t = useTexts(texts);
  const { all: piecesText } = usePieceWords();
  const { groups, by, total, beforeTotal, error, onRetry, nameOf, linkOf } = props;
  return (
    <DataTable
      label={t.groups[by]}
      columns={columnsOf(props, t, piecesText)}
      rows={groups}
      rowKey={({ value }) => value}
      linkOf={linkOf}
      narrow={(group) => (
        <>
          <span className="l1">
            <span className={by === 'model' || by === 'day' ? 'mono cut' : 'cut'}>{nameOf(group)}</span>
            <Money amount={formatExact(group.charge)} />
          </span>
          <span className="l2">
            <span>{[t.timesCalls(countText(group.calls)), piecesText(group)].filter((text) => text !== '').join(' · ')}</span>
            <span className="quiet">{percentText(shareOf(group.charge, total.charge))}</span>
          </span>
        </>
      )}
      error={error}
      failed={t.failed}
      onRetry={onRetry}
      empty={t.nothing.calls}
      foot={
        <tr>
          <td>{t.total}</td>
          <td className="n">{countText(total.calls)}</td>
          <td className="n opt">{countText(total.input)}</td>
          <td className="n opt">{countText(total.cached)}</td>
          <td className="n opt">{countText(total.output)}</td>
          {isAnyPiece(total) ? <td className="opt quiet">{piecesText(total)}</td> : null}
          {by === 'day' ? null : (
            <>
              <td className="n opt quiet">
                <Money amount={formatExact(beforeTotal.charge)} hasSign={false} />
              </td>
              <td className="n opt">
                <Difference amount={total.charge - beforeTotal.charge} />
              </td>
              <td className="n opt">
                <Change now={total.charge} before={beforeTotal.charge} t={t} />
              </td>
            </>
          )}
          <td />
          <td className="n">
            <Money amount={formatExact(total.charge)} hasSign={false} />
          </td>
        </tr>
      }
    />
  );
}
