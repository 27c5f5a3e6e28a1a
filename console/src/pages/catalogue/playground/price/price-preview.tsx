import type { OwnModel } from '../../../../api/models.ts';
import { useQuantityWords } from '../../../../components/calls/quantity-words.ts';
import { AppLink } from '../../../../components/links/app-link.tsx';
import { Receipt } from '../../../../components/money/receipt.tsx';
import { defineTexts, useTexts } from '../../../../i18n/texts.ts';
import { paths } from '../../../../paths.ts';
import { estimate, isFree, type Amount } from './estimate.ts';

const texts = defineTexts({
  zh: {
    head: '这样一次调用',
    total: '约',
    multiplier: '价格系数',
    perMillion: '单价为元 / 百万 token。只有完整的回答才收费。',
    plain: '只有完整的结果才收费。',
    free: '该模型免费，每次调用仍有小票。',
    variants: (n: number) => `另有 ${String(n)} 条按用量或时段的价格：`,
    details: '价格详情',
  },
  en: {
    head: 'A call like this',
    total: 'About',
    multiplier: 'Multiplier',
    perMillion: 'Prices in CNY per million tokens. Only a complete answer is charged.',
    plain: 'Only a complete result is charged.',
    free: 'This model is free. Each call still has a receipt.',
    variants: (n: number) => `${String(n)} more prices by size or time:`,
    details: 'Price details',
  },
});

interface PricePreviewProps {
  readonly model: OwnModel;
  /** The expected usage of the call. */
  readonly amounts: readonly Amount[];
}

/** The cost of a call for the account, before it is sent. */
export function PricePreview({ model, amounts }: PricePreviewProps) {
  const t = useTexts(texts);
  const words = useQuantityWords();
  const { price, price_multiplier: multiplier } = model;
  if (price === null) return null;
  const { lines, byMultiplier, total } = estimate(price, multiplier, amounts);
  const variants = price.variants?.length ?? 0;
  const isOfTokens = lines.some(({ unit }) => unit === 1_000_000);
  const note = isFree(price) ? t.free : isOfTokens ? t.perMillion : t.plain;
  const counted = lines.map(({ quantity, count, rate, unit, amount }) => ({
    label: words.name(quantity),
    reckoning: words.reckoning(quantity, count, rate, unit),
    amount,
  }));
  const factor = byMultiplier === null ? [] : [{ label: t.multiplier, reckoning: `× ${multiplier}`, amount: byMultiplier }];
  return (
    <Receipt
      head={t.head}
      lines={[...counted, ...factor]}
      total={total}
      totalLabel={t.total}
      note={
        variants === 0 ? (
          note
        ) : (
          <>
            {note} {t.variants(variants)} <AppLink to={paths.pricingOf(model.name)}>{t.details}</AppLink>
          </>
        )
      }
    />
  );
}
