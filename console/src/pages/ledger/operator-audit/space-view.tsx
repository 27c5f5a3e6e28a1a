import { useQuery } from '@tanstack/react-query';
import { keptParts, type KeptPart } from '@tollgate/contract/tenants/largest-accounts';
import type { ReactNode } from 'react';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import '../../../components/tables/data-table.css';
import { Time } from '../../../components/time/time.tsx';
import { defineTexts, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { sizeText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';

const texts = defineTexts({
  zh: {
    title: '占用空间',
    sheet: '占用最多的账号',
    note: '前 50 个。调用记录按用量估算，文件为实际大小。',
    account: '账号',
    bytes: '合计',
    parts: {
      calls: '调用记录',
      files: '文件',
      changes: '变更记录',
      messages: '消息',
      settings: '密钥与子账号',
      orders: '订单与申请',
    },
    failed: '占用空间加载失败。',
    empty: '还没有账号占用空间。',
  },
  en: {
    title: 'Storage',
    sheet: 'Largest accounts',
    note: 'The 50 largest. Calls are estimated from usage; file sizes are exact.',
    account: 'Account',
    bytes: 'Total',
    parts: {
      calls: 'Calls',
      files: 'Files',
      changes: 'Changes',
      messages: 'Messages',
      settings: 'Keys, sub-accounts',
      orders: 'Orders, requests',
    },
    failed: 'Could not load storage use.',
    empty: 'No account uses any storage yet.',
  },
});

/** The accounts that use the most storage. */
export function SpaceView({ views }: { readonly views: ReactNode }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'largest-accounts'],
    queryFn: ({ signal }) => operatorTenantsApi.listLargestAccounts({ signal }),
  });
  return (
    <>
      <PageHead title={t.title}>
        {views}
        <span className="grow" />
        {data === undefined ? null : (
          <span className="quiet">
            <Time at={data.counted_at} />
          </span>
        )}
      </PageHead>
      <Sheet title={t.sheet} note={t.note}>
        {data === undefined ? (
          <Loading of={{ error, refetch }} what={t.failed} height={240} />
        ) : data.data.length === 0 ? (
          <EmptyState>{t.empty}</EmptyState>
        ) : (
          <Accounts accounts={data.data} />
        )}
      </Sheet>
    </>
  );
}

interface Account {
  readonly account_id: string;
  readonly name: string;
  readonly bytes: number;
  readonly parts: Readonly<Record<KeptPart, number>>;
}

function Accounts({ accounts }: { readonly accounts: readonly Account[] }) {
  const t = useTexts(texts);
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t.account}</th>
            <th scope="col" className="n">
              {t.bytes}
            </th>
            {keptParts.map((part) => (
              <th key={part} scope="col" className="n">
                {t.parts[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account_id: id, name, bytes, parts }) => (
            <tr key={id}>
              <th scope="row">
                <AppLink to={paths.operatorAccount(id)}>{name}</AppLink>
              </th>
              <td className="n">{sizeText(bytes)}</td>
              {keptParts.map((part) => (
                <td key={part} className="n quiet">
                  {sizeText(parts[part])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
