import { missingOf, type InvoiceLack } from '@tollgate/contract/invoicing/invoice-conditions';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import type { InvoiceTitle } from '../invoices.ts';
import { texts } from './texts.ts';

/** Missing fields of a title, named as in the form. */
export function useMissing(title: InvoiceTitle): string {
  const words = useTexts(invoiceTexts);
  const listed = useListing();
  const labels = { tax_number: words.taxNumber, address: words.address, telephone: words.telephone };
  return listed(missingOf(title).map((field) => labels[field]));
}

interface LackNoticeProps {
  readonly lack: InvoiceLack;
  /** The title of the planned invoice. */
  readonly title: InvoiceTitle;
  /** Opens the form of a title; `null` for a new one. */
  readonly onEdit: (of: { readonly title: InvoiceTitle | null }) => void;
}

/** Why an invoice cannot be requested yet, with a link to the remedy. */
export function LackNotice({ lack, title, onEdit }: LackNoticeProps) {
  const t = useTexts(texts);
  const fields = useMissing(title);
  const edit = (words: string, of: InvoiceTitle | null) => (
    <Button
      onClick={() => {
        onEdit({ title: of });
      }}
    >
      {words}
    </Button>
  );
  switch (lack) {
    case 'verification':
    case 'licence':
    case 'decision':
    case 'refused':
      return <Notice remedy={<LinkButton to={paths.verification}>{t.verify[lack]}</LinkButton>}>{t.lacks[lack]}</Notice>;
    case 'fields':
      return <Notice remedy={edit(t.complete, title)}>{t.lacks.fields(fields)}</Notice>;
    case 'enterprise':
    case 'verified_title':
      return <Notice remedy={edit(t.addTitle, null)}>{t.lacks[lack]}</Notice>;
    default:
      return null;
  }
}
