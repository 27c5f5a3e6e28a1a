import { lessExactly, nano, placesOf, priceText, withPlaces } from '../../components/money-text.ts';
import { Receipt, type ReceiptLine } from '../../components/receipt.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { countText } from '../../ui/number-text.ts';
import type { CallDetail, CallReceipt } from './call-source.ts';
import { drawerTexts } from './drawer-texts.ts';
import { quantityName } from './quantity-name.ts';

type Texts = typeof drawerTexts.zh;

const million = 1_000_000;

function unitText(unit: number, t: Texts): string {
  if (unit === million) return '';
  return unit === 1 ? t.units.each : ` ${unit === 1_000 ? t.units.perThousand : `/ ${countText(unit)}`}`;
}

function noteOf(quantity: string, call: CallDetail, t: Texts): string | undefined {
  if (quantity === 'input' && call.cached_tokens > 0) return t.notCached;
  if (quantity === 'output' && call.reasoning_tokens > 0) return t.reasoningNote(countText(call.reasoning_tokens));
  return undefined;
}

const isNothing = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** Lines whose amounts add up to the total, digit by digit: what the factor and the rounding change stands there, too. */
function linesOf(receipt: CallReceipt, call: CallDetail, t: Texts): readonly ReceiptLine[] {
  const counted = receipt.lines.map(({ quantity, unit, count, rate, amount }) => {
    const note = noteOf(quantity, call, t);
    return {
      label: quantityName(quantity, t),
      ...(note === undefined ? {} : { note }),
      reckoning: `${countText(count)} × ${priceText(rate)}${unitText(unit, t)}`,
      amount,
    };
  });
  const byFactor = lessExactly(receipt.total, receipt.sum, receipt.rounding);
  const factor: ReceiptLine = {
    label: t.multiplier,
    reckoning: `× ${receipt.multiplier}`,
    ...(isNothing(byFactor) ? {} : { amount: byFactor }),
  };
  const rounding: ReceiptLine = { label: t.rounding, amount: receipt.rounding };
  return [...counted, factor, ...(isNothing(receipt.rounding) ? [] : [rounding])];
}

interface CallReceiptProps {
  readonly call: CallDetail;
  /** Whether what may not be charged is reckoned all the same. */
  readonly isOperator: boolean;
}

/** Why the charge of a call is what it is; the lines come from the books. */
export function CallReceiptPaper({ call, isOperator }: CallReceiptProps) {
  const t = useTexts(drawerTexts);
  const { receipt, unexplained } = call;
  const isCharged = nano(call.charge_exact) > 0n;
  if (receipt === null || (!isCharged && !isOperator && call.ending !== 'complete'))
    return <RulePaper call={call} unexplained={isCharged ? unexplained : null} />;
  const variants = receipt.variants.length === 0 ? undefined : t.variants(receipt.variants.join(', '));
  const isOfMillions = receipt.lines.every(({ unit }) => unit === million);
  return (
    <Receipt
      head={call.model}
      headRight={[call.price_version === null ? undefined : t.priceVersion(call.price_version), variants]
        .filter(Boolean)
        .join(' · ')}
      lines={linesOf(receipt, call, t)}
      total={receipt.total}
      totalLabel={isCharged || nano(receipt.total) === 0n ? t.charged : t.uncollectedTotal}
      note={isOfMillions ? t.perMillion : t.plain}
    />
  );
}

function RulePaper({ call, unexplained }: { readonly call: CallDetail; readonly unexplained: string | null }) {
  const t = useTexts(drawerTexts);
  const rule = call.status === 200 ? t.ruleIncomplete : t.ruleOf(call.status);
  const isCharged = nano(call.charge_exact) > 0n;
  const line: ReceiptLine = isCharged
    ? { label: t.charged, amount: withPlaces(call.charge_exact, placesOf([call.charge_exact])).replaceAll(',', '') }
    : { label: t.rule, reckoning: call.ending === 'complete' && call.status === 200 ? t.notCharged : rule };
  return (
    <Receipt
      head={call.model}
      lines={[line]}
      total={call.charge_exact}
      note={unexplained === null ? t.onlyComplete : `${t.noReceipt}${unexplained}`}
    />
  );
}
