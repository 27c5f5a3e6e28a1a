import { formatExact } from '@tollgate/contract/money';
import { AppLink } from '../../../components/app-link.tsx';
import { nano } from '../../../components/money-text.ts';
import { Receipt, type ReceiptLine } from '../../../components/receipt.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useQuantityWords } from '../price/quantity-words.ts';
import type { BookedCall } from './booked-call.ts';
import { callTexts } from './call-texts.ts';

/** The receipt of a call as the books have it, with the way to its row of the log. */
export function CallPaper({ call }: { readonly call: BookedCall }) {
  const t = useTexts(callTexts);
  const lines = useReceiptLines(call);
  return (
    <div className="call-paper">
      <Receipt
        head={call.model}
        headRight={call.price_version === null ? undefined : t.priceVersion(call.price_version.split('@').at(-1) ?? '')}
        lines={lines}
        total={call.charge_exact}
        note={
          <>
            {call.usage_estimated ? `${t.estimated} ` : ''}
            {t.perMillion} {t.requestId} <code>{call.id}</code> <CopyButton text={call.id} label={t.copyRequestId} />{' '}
            <AppLink to={paths.call(call.id)}>{t.openCall}</AppLink>
          </>
        }
      />
    </div>
  );
}

function useReceiptLines({ receipt, charge_exact, error_code, ending }: BookedCall): readonly ReceiptLine[] {
  const t = useTexts(callTexts);
  const words = useQuantityWords();
  const isCharged = nano(charge_exact) > 0n;
  if (receipt === null || (!isCharged && ending !== 'complete')) return [{ label: t.free, reckoning: error_code ?? ending }];
  const byFactor = nano(receipt.total) - nano(receipt.sum) - nano(receipt.rounding);
  const isRounded = nano(receipt.rounding) !== 0n;
  return [
    ...receipt.lines.map(({ quantity, unit, count, rate, amount }) => ({
      label: words.name(quantity),
      reckoning: words.reckoning(quantity, count, rate, unit),
      amount,
    })),
    { label: t.multiplier, reckoning: `× ${receipt.multiplier}`, ...(byFactor === 0n ? {} : { amount: formatExact(byFactor) }) },
    ...(isRounded ? [{ label: t.rounding, amount: receipt.rounding }] : []),
  ];
}
