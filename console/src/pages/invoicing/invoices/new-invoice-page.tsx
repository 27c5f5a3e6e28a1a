import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { nano } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ProgressSteps } from '../../../ui/states/progress-steps.tsx';
import { useExpected } from '../invoice-steps.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { invoiceableQuery, titlesQuery, type Invoiceable, type InvoiceTitle } from '../invoices.ts';
import { InvoiceForm } from './invoice-form.tsx';
import { BelowMinimum, InvoiceableReceipt } from './invoiceable-receipt.tsx';
import './invoices.css';
import { texts } from './texts.ts';

/** Requests an invoice. */
export default function NewInvoicePage() {
  const t = useTexts(texts);
  const { id } = useAccount();
  const invoiceable = useQuery(invoiceableQuery(id));
  const titles = useQuery(titlesQuery(id));
  const error = invoiceable.error ?? titles.error;
  const retry = (): void => {
    void invoiceable.refetch();
    void titles.refetch();
  };
  return (
    <>
      <PageHead title={t.request} crumb={<AppLink to={paths.invoices}>{t.title}</AppLink>} />
      {invoiceable.data === undefined || titles.data === undefined ? (
        <Sheet isPadded>
          <Loading of={{ error, refetch: retry }} what={t.failed} height={360} />
        </Sheet>
      ) : (
        <div className="invoice-cols">
          <Sheet isPadded>
            <FormOrWhyNot offer={invoiceable.data} titles={titles.data.data} />
          </Sheet>
          <div className="aside">
            <Sheet title={t.howMuch} isPadded>
              <InvoiceableReceipt of={invoiceable.data} />
            </Sheet>
            <Sheet title={t.after} note={t.afterNote} isPadded>
              <AfterThat offer={invoiceable.data} />
            </Sheet>
          </div>
        </div>
      )}
    </>
  );
}

function FormOrWhyNot({ offer, titles }: { readonly offer: Invoiceable; readonly titles: readonly InvoiceTitle[] }) {
  const t = useTexts(texts);
  if (nano(offer.invoiceable) < nano(offer.minimum)) return <BelowMinimum of={offer} />;
  if (titles.length > 0) return <InvoiceForm offer={offer} titles={titles} />;
  return (
    <EmptyState
      action={
        <LinkButton to={paths.newInvoiceTitle} look="primary" icon="plus">
          {t.addTitle}
        </LinkButton>
      }
    >
      {t.noTitle}
    </EmptyState>
  );
}

function AfterThat({ offer: { dates } }: { readonly offer: Invoiceable }) {
  const words = useTexts(invoiceTexts);
  const expected = useExpected();
  return (
    <ProgressSteps
      steps={[
        { state: 'now', title: words.steps.submitted },
        { state: 'ahead', title: words.reviewing, time: expected(dates.review) },
        { state: 'ahead', title: words.issuing, time: expected(dates.issuance) },
      ]}
    />
  );
}
