import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { invoicingApi } from '../../../api/clients/invoicing.ts';
import { useAccount } from '../../../api/current-account.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { invoicesKey, titlesQuery, type InvoiceTitle } from '../invoices.ts';
import './invoices.css';
import { useMissing } from './lack-notice.tsx';
import { texts } from './texts.ts';
import { TitleDrawer } from './title-drawer.tsx';

/** Recipients of invoices. */
export default function TitlesPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const mayWrite = hasRight('money.write', account.role, account.sub_account_id !== null);
  const { data, error, refetch } = useQuery(titlesQuery(account.id));
  const { query, set } = useAddressState();
  const edited = data?.data.find(({ id }) => id === query.edit);
  const add = (
    <Button
      look="primary"
      icon="plus"
      onClick={() => {
        set({ edit: 'new' });
      }}
    >
      {t.newTitle}
    </Button>
  );
  return (
    <>
      <PageHead title={t.titles} crumb={<AppLink to={paths.invoices}>{t.title}</AppLink>} main={mayWrite ? add : null} />
      <Sheet title={t.titleList}>
        {data === undefined ? (
          <Loading of={{ error, refetch }} what={t.titlesFailed} height={180} />
        ) : data.data.length === 0 ? (
          <EmptyState>{t.titlesEmpty}</EmptyState>
        ) : (
          <ul className="title-list">
            {data.data.map((title) => (
              <TitleRow key={title.id} title={title} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </Sheet>
      {mayWrite && (query.edit === 'new' || edited !== undefined) ? (
        <TitleDrawer
          title={edited ?? null}
          onClose={() => {
            set({ edit: undefined });
          }}
        />
      ) : null}
    </>
  );
}

function TitleRow({ title, mayWrite }: { readonly title: InvoiceTitle; readonly mayWrite: boolean }) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const { id: accountId } = useAccount();
  const { set } = useAddressState();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => invoicingApi.deleteInvoiceTitle({ params: { accountId, titleId: title.id } }),
    onSuccess: async () => {
      toast(t.removed);
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
    },
  });
  const missing = useMissing(title);
  const about = [words.kinds[title.kind], title.tax_number, title.delivery.email].filter((each) => each !== null);
  return (
    <li>
      <span className="grow">
        <b>{title.name}</b>
        <small>{about.join(' · ')}</small>
        {title.is_verified ? <small>{t.verified}</small> : null}
        {missing === '' ? null : <small>{t.incomplete(missing)}</small>}
        {title.is_legacy_number ? <small>{t.legacy}</small> : null}
      </span>
      {mayWrite ? (
        <>
          <Button
            look="plain"
            onClick={() => {
              set({ edit: title.id });
            }}
          >
            {t.edit}
          </Button>
          <ActButton look="plain" act={remove}>
            {t.remove}
          </ActButton>
        </>
      ) : null}
    </li>
  );
}
