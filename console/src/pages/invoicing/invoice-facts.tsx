import { useQuery } from '@tanstack/react-query';
import type { InvoiceRowAnswer } from '@tollgate/contract/invoicing/console-invoices';
import { siteQuery } from '../../api/site.ts';
import { Money } from '../../components/money/money.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Fact } from '../../ui/sheet.tsx';
import { invoiceTexts } from '../../components/invoicing/invoice-texts.ts';

type Row = InvoiceRowAnswer;

/** Invoice title, delivery address, and issue data. */
export function InvoiceFacts({ invoice }: { readonly invoice: Row }) {
  const t = useTexts(invoiceTexts);
  const { title, delivery, reversal } = invoice;
  const seller = useQuery(siteQuery).data?.company_name ?? '';
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [t.kinds[title.kind], title.name],
    [t.taxNumber, title.tax_number],
    [t.address, title.address],
    [t.telephone, title.telephone],
    [t.bank, title.bank],
    [t.bankAccount, title.bank_account],
    [t.seller, seller === '' ? null : seller],
    [t.item, invoice.item],
    [t.remark, invoice.remark],
    [t.email, delivery.email],
    [t.consignee, delivery.consignee],
    [t.phone, delivery.phone],
    [t.deliveryAddress, delivery.address],
    [t.number, invoice.number],
    [t.issuedOn, invoice.issued_on],
    [t.courier, invoice.courier],
    [t.tracking, invoice.tracking_number],
    [t.reason, reversal === null ? null : t.reasons[reversal.reason]],
    [t.slip, reversal?.slip],
    [t.red, reversal?.red_number],
  ];
  return (
    <dl className="facts">
      <Fact label={t.net}>
        <Money amount={invoice.net} />
      </Fact>
      <Fact label={t.tax(String(invoice.tax_rate))}>
        <Money amount={invoice.tax} />
      </Fact>
      {rows.map(([label, value]) =>
        value === null || value === undefined ? null : (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ),
      )}
    </dl>
  );
}
