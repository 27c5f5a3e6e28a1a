import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../api/current-account.ts';
import { redemptionsQuery, type Redemption } from '../../api/orders.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Money } from '../money/money.tsx';
import type { Column } from '../tables/data-table-props.ts';
import { DataTable } from '../tables/data-table.tsx';
import { useZoneName } from '../time/time-text.ts';
import { Time } from '../time/time.tsx';

const texts = defineTexts({
  zh: {
    title: '兑换记录',
    note: '最近 100 条',
    redeemed: '时间',
    code: '兑换码',
    kind: '计入',
    paid: '充值余额，使用后可开票',
    gift: '赠送，不能开票',
    amount: '金额',
    empty: '还没有兑换记录。',
    failed: '兑换记录加载失败。',
  },
  en: {
    title: 'Redeemed codes',
    note: 'latest 100',
    redeemed: 'Time',
    code: 'Code',
    kind: 'Counts as',
    paid: 'top-up; can be invoiced once used',
    gift: 'gift; no invoices',
    amount: 'Amount',
    empty: 'Nothing redeemed yet.',
    failed: 'Could not load the redeemed codes.',
  },
});

const newestMax = 100;

/** Codes that the account has redeemed, newest first; hidden if there are none. */
export function RedemptionList() {
  const t = useTexts(texts);
  const account = useAccount();
  const zone = useZoneName();
  const { data, error, refetch } = useQuery(redemptionsQuery(account.id));
  if (data?.length === 0) return null;
  const codeOf = ({ last4 }: Redemption) => <code className="quiet">…{last4}</code>;
  const columns: readonly Column<Redemption>[] = [
    {
      id: 'redeemed',
      head: (
        <>
          {t.redeemed} <span className="quiet">{zone}</span>
        </>
      ),
      cell: ({ redeemed_at: at }) => <Time at={at} />,
    },
    { id: 'code', head: t.code, cell: codeOf },
    { id: 'kind', head: t.kind, cell: ({ paid }) => (paid ? t.paid : t.gift) },
    { id: 'amount', head: `${t.amount} ¥`, isNumber: true, cell: ({ amount }) => <Money amount={amount} hasSign={false} /> },
  ];
  return (
    <Sheet title={t.title} {...(data?.length === newestMax ? { note: t.note } : {})}>
      <DataTable
        label={t.title}
        columns={columns}
        rows={data}
        rowKey={({ last4, redeemed_at: at }) => `${at} ${last4}`}
        narrow={(row) => (
          <>
            <span className="l1">
              <span>{row.paid ? t.paid : t.gift}</span>
              <Money amount={row.amount} canFocus={false} />
            </span>
            <span className="l2">
              {codeOf(row)}
              <Time at={row.redeemed_at} />
            </span>
          </>
        )}
        error={error}
        failed={t.failed}
        onRetry={() => void refetch()}
        empty={t.empty}
      />
    </Sheet>
  );
}
