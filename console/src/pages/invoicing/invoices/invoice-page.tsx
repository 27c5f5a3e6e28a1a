import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { invoicingApi } from '../../../api/clients/invoicing.ts';
import { useAccount } from '../../../api/current-account.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { Money } from '../../../components/money/money.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { InvoiceFacts } from '../invoice-facts.tsx';
import { InvoiceState } from '../invoice-state.tsx';
import { InvoiceSteps } from '../invoice-steps.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { invoiceFile, invoiceQuery, invoicesKey, type Invoice } from '../invoices.ts';
import './invoices.css';
import { ReversalForm } from './reversal-form.tsx';
import { texts } from './texts.ts';

/** One request: progress, content and files. */
export default function InvoicePage() {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const account = useAccount();
  const { data, error, refetch } = useQuery({
    ...invoiceQuery(account.id, useAddressPart('invoiceId')),
    refetchInterval: 60_000,
  });
  const crumb = <AppLink to={paths.invoices}>{t.title}</AppLink>;
  if (data === undefined)
    return (
      <>
        <PageHead title={t.title} crumb={crumb} />
        <Sheet isPadded>
          <Loading of={{ error, refetch }} what={t.failed} height={320} />
        </Sheet>
      </>
    );
  const mayAsk = hasRight('money.write', account.role, account.sub_account_id !== null);
  return (
    <>
      <PageHead
        title={words.types[data.type]}
        crumb={crumb}
        main={data.files.map(({ format }, at) => (
          <a
            key={format}
            className={buttonClass({ look: at === 0 ? 'primary' : 'default' })}
            href={invoiceFile(account.id, data.id, format)}
            download
          >
            {t.download(format.toUpperCase())}
          </a>
        ))}
      >
        <Money amount={data.amount} />
        <InvoiceState state={data.state} />
      </PageHead>
      {data.reason === null ? null : (
        <Notice remedy={data.state === 'rejected' ? <LinkButton to={paths.newInvoice}>{t.again}</LinkButton> : undefined}>
          {data.reason}
        </Notice>
      )}
      <div className="invoice-cols">
        <Sheet title={t.content} isPadded>
          <InvoiceFacts invoice={data} />
        </Sheet>
        <Sheet title={t.progress} isPadded>
          <InvoiceSteps invoice={data} />
          {mayAsk ? <OwnMoves invoice={data} /> : null}
        </Sheet>
      </div>
    </>
  );
}

/** Actions of the account: withdraw an unapproved request, or request the reversal of an issued invoice. */
function OwnMoves({ invoice: { id: invoiceId, state } }: { readonly invoice: Invoice }) {
  const t = useTexts(texts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => invoicingApi.withdrawInvoice({ params: { accountId, invoiceId } }),
    onSuccess: () => {
      toast(t.withdrawn);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: invoicesKey(accountId) }),
  });
  if (state === 'issued') return <ReversalForm invoiceId={invoiceId} />;
  if (state !== 'submitted' && state !== 'under_review') return null;
  return (
    <div className="invoice-reversal">
      <ActButton act={withdraw}>{t.withdraw}</ActButton>
      <FormFault error={withdraw.error} />
    </div>
  );
}
