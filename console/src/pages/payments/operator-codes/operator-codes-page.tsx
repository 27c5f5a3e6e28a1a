import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useList } from '../../../api/http/use-list.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { NewLink } from '../../../components/links/new-link.tsx';
import { amountColumn, Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { codeBatchesPage, withdrawCodeBatch, type CodeBatch } from '../operator-money.ts';
import { BatchDrawer } from './batch-drawer.tsx';
import { texts } from './texts.ts';

/** Batches of codes, with the number redeemed. */
export default function OperatorCodesPage() {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const list = useList(['operator', 'code-batches'], codeBatchesPage);
  const columns: readonly Column<CodeBatch>[] = [
    { id: 'made', head: t.made, width: '170px', cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'name', head: t.name, cell: ({ name }) => <span className="cut">{name}</span> },
    { id: 'kind', head: t.kind, width: '90px', cell: ({ sold }) => (sold ? t.paid : t.gift) },
    { id: 'by', head: t.by, isOptional: true, cell: ({ made_by: by }) => <span className="cut">{by}</span> },
    {
      id: 'used',
      head: t.used,
      width: '120px',
      isNumber: true,
      cell: ({ redeemed, count }) => `${String(redeemed)} / ${String(count)}`,
    },
    amountColumn(t.amount, '130px'),
    {
      id: 'actions',
      head: <span className="sr">{t.actions}</span>,
      width: '110px',
      isActions: true,
      cell: (row) => <Withdraw batch={row} />,
    },
  ];
  return (
    <>
      <PageHead title={t.title} main={<NewLink to={withQuery(paths.operatorCodes, { make: '1' })}>{t.make}</NewLink>} />
      <Sheet>
        <DataTable
          {...list}
          label={t.title}
          columns={columns}
          rowKey={({ id }) => id}
          rowHeight={48}
          narrow={(row) => (
            <div>
              <div className="l1">
                <span className="cut">{row.name}</span>
                <Money amount={row.amount} />
              </div>
              <div className="l2">
                <span>
                  {row.sold ? t.paid : t.gift} · {String(row.redeemed)} / {String(row.count)}
                </span>
                <Withdraw batch={row} />
              </div>
            </div>
          )}
          failed={t.failed}
          empty={t.empty}
        />
      </Sheet>
      {query.make === undefined ? null : <BatchDrawer />}
    </>
  );
}

function Withdraw({ batch: { id, name, withdrawn_at: at } }: { readonly batch: CodeBatch }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: () => withdrawCodeBatch(id),
    onSuccess: async () => {
      toast(t.withdrawNow(name));
      await client.invalidateQueries({ queryKey: ['operator', 'code-batches'] });
    },
  });
  if (at !== null) return <span className="quiet">{t.withdrawn}</span>;
  return (
    <ActButton look="plain" act={withdrawing}>
      {t.withdraw}
    </ActButton>
  );
}
