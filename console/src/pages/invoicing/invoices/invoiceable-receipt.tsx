import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Receipt } from '../../../components/money/receipt.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Meter } from '../../../ui/states/progress-steps.tsx';
import type { Invoiceable } from '../invoices.ts';
import { texts } from './texts.ts';

function less(amount: string): string {
  return nano(amount) === 0n ? amount : `-${amount}`;
}

/** How the amount available for invoices is calculated. */
export function InvoiceableReceipt({ of }: { readonly of: Invoiceable }) {
  const t = useTexts(texts);
  return (
    <Receipt
      lines={[
        { label: t.consumed, note: t.consumedNote, amount: of.consumed },
        { label: t.issued, amount: less(of.issued) },
        { label: t.requested, amount: less(of.requested) },
        ...(nano(of.rounding) === 0n ? [] : [{ label: t.rounding, amount: less(of.rounding) }]),
      ]}
      total={of.invoiceable}
      totalLabel={t.can}
      decimals={2}
      note={t.noteFrom}
    />
  );
}

/** Shown while the available amount is below the minimum. */
export function BelowMinimum({ of: { invoiceable, minimum } }: { readonly of: Invoiceable }) {
  const t = useTexts(texts);
  const text = t.below(moneyText(invoiceable, 2));
  return (
    <div className="below-minimum">
      <p>{text}</p>
      <Meter label={text} share={Number((nano(invoiceable) * 100n) / nano(minimum)) / 100} />
    </div>
  );
}
