import type { OwnCallDetail } from '@tollgate/contract/calls/console-calls';
import { unexplainedReasons } from '@tollgate/contract/calls/unexplained';
import type { ReactNode } from 'react';
import type { Language } from '../../i18n/language.ts';
import { defineTexts, useLanguage, useTexts } from '../../i18n/texts.ts';
import { countText } from '../../ui/number-text.ts';
import { lessExactly, nano, placesOf, withPlaces } from '../money/money-text.ts';
import { Receipt, type ReceiptLine } from '../money/receipt.tsx';
import { partsOf, useServiceZone } from '../time/time-text.ts';
import { useQuantityWords } from './quantity-words.ts';

const texts = defineTexts({
  zh: {
    noReceipt: '没有小票：',
    rule: '规则',
    notCharged: '未收费',
    ruleOf: (status: number) => `状态 ${String(status)}，不收费`,
    ruleIncomplete: '回答未完整送达，不收费',
    onlyComplete: '只有状态 200、回答完整并全部送达的调用才收费。',
    prices: { list: '价目', plan: '套餐价', account: '专属价' },
    priceVersion: (of: string, version: number) => `${of} v${String(version)}`,
    since: (version: string, date: string) => `${version}，自 ${date} 起`,
    multiplier: '价格系数',
    rounding: '取整',
    uncollectedTotal: '按价目计',
    perMillion: '单价为元 / 百万 token。余额按精确值扣减，只在最后取整一次到 0.000000001 元；日志显示四位。',
    plain: '余额按精确值扣减，只在最后取整一次到 0.000000001 元；日志显示四位。',
    variants: (list: string) => `适用分档价格 ${list}`,
    notCached: '未命中缓存',
    reasoningNote: (n: string) => `含推理 ${n}`,
    charged: '收费',
  },
  en: {
    noReceipt: 'No receipt: ',
    rule: 'Rule',
    notCharged: 'Not charged',
    ruleOf: (status: number) => `status ${String(status)}: not charged`,
    ruleIncomplete: 'answer not fully delivered: not charged',
    onlyComplete: 'Only calls with status 200 and a complete, delivered answer are charged.',
    prices: { list: 'price list', plan: 'plan price', account: 'own price' },
    priceVersion: (of: string, version: number) => `${of} v${String(version)}`,
    since: (version: string, date: string) => `${version}, since ${date}`,
    multiplier: 'Multiplier',
    rounding: 'Rounding',
    uncollectedTotal: 'At list price',
    perMillion:
      'Prices in CNY per million tokens. The exact amount is deducted, rounded once to 0.000000001 CNY. The log shows four decimals.',
    plain: 'The exact amount is deducted, rounded once to 0.000000001 CNY. The log shows four decimals.',
    variants: (list: string) => `price variants ${list}`,
    notCached: 'not cached',
    reasoningNote: (n: string) => `of which reasoning ${n}`,
    charged: 'Charged',
  },
});

type Texts = typeof texts.zh;
type Call = OwnCallDetail;
type CallReceipt = NonNullable<Call['receipt']>;

const million = 1_000_000;

function noteOf(quantity: string, call: Call, t: Texts): string | undefined {
  if (quantity === 'input' && call.cached_tokens > 0) return t.notCached;
  if (quantity === 'output' && call.reasoning_tokens > 0) return t.reasoningNote(countText(call.reasoning_tokens));
  return undefined;
}

const isNothing = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** Lines whose exact amounts add up to the total: the multiplier and rounding have separate lines. */
function useLines(call: Call): (receipt: CallReceipt) => readonly ReceiptLine[] {
  const t: Texts = useTexts(texts);
  const words = useQuantityWords();
  return (receipt) => {
    const counted = receipt.lines.map(({ quantity, unit, count, rate, amount }) => {
      const note = noteOf(quantity, call, t);
      return {
        label: words.name(quantity),
        ...(note === undefined ? {} : { note }),
        reckoning: words.reckoning(quantity, count, rate, unit),
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
  };
}

interface CallReceiptProps {
  readonly call: Call;
  /** Whether to show costs that were not charged. */
  readonly isOperator?: boolean;
  /** Note below the receipt. */
  readonly note?: ReactNode;
}

const labelForm = /@.*?(\d+)$/;

/** The version of a deleted price, from its label; `null` for a shortened label. */
function versionOf(label: string | null): number | null {
  const digits = labelForm.exec(label ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The price of a call, such as `price list v7, since 2026-10-01`. Of a deleted version, only the number is known. */
function priceText({ price, price_version: label }: Call, t: Texts, zone: string): string | undefined {
  if (price === null) {
    const version = versionOf(label);
    return version === null ? (label ?? undefined) : t.priceVersion(t.prices.list, version);
  }
  const text = t.priceVersion(t.prices[price.of], price.version);
  return price.from === null ? text : t.since(text, partsOf(price.from, zone).date);
}

/** Explains the charge of a call; the lines come from the books. */
export function CallReceiptPaper({ call, isOperator = false, note }: CallReceiptProps) {
  const t: Texts = useTexts(texts);
  const linesOf = useLines(call);
  const zone = useServiceZone();
  const { receipt, unexplained } = call;
  const isCharged = nano(call.charge_exact) > 0n;
  if (receipt === null || (!isCharged && !isOperator && call.ending !== 'complete'))
    return <RulePaper call={call} isExplained={!isCharged || unexplained === null} note={note} />;
  const variants = receipt.variants.length === 0 ? undefined : t.variants(receipt.variants.join(', '));
  const isOfMillions = receipt.lines.every(({ unit }) => unit === million);
  return (
    <Receipt
      head={call.model}
      headRight={[priceText(call, t, zone), variants].filter(Boolean).join(' · ')}
      lines={linesOf(receipt)}
      total={receipt.total}
      totalLabel={isCharged || nano(receipt.total) === 0n ? t.charged : t.uncollectedTotal}
      note={
        <>
          {isOfMillions ? t.perMillion : t.plain} {note}
        </>
      }
    />
  );
}

function whyOf({ unexplained, unexplained_code: code }: Call, language: Language): string {
  return (code === null ? null : unexplainedReasons.word({ code, params: {} }, language)) ?? unexplained ?? '';
}

interface RulePaperProps {
  readonly call: Call;
  /** Whether the rule explains the charge completely. */
  readonly isExplained: boolean;
  readonly note: ReactNode;
}

function RulePaper({ call, isExplained, note }: RulePaperProps) {
  const t: Texts = useTexts(texts);
  const language = useLanguage();
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
      note={
        <>
          {isExplained ? t.onlyComplete : `${t.noReceipt}${whyOf(call, language)}`} {note}
        </>
      }
    />
  );
}
