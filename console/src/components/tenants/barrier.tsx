import { formatAmount } from '@tollgate/contract/money';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { grouped, nano } from '../money/money-text.ts';
import { Money } from '../money/money.tsx';
import './barrier.css';
import { CapMeter } from './cap-meter.tsx';

const texts = defineTexts({
  zh: { none: '不限', levels: '80 % 站内信 · 90 % 站内信和邮件 · 100 % 自动暂停' },
  en: { none: 'no cap', levels: '80 % message · 90 % message and e-mail · 100 % paused' },
});

interface BarrierProps {
  readonly spent: string;
  /** Null if there is no cap. */
  readonly cap: string | null;
  /** Owner and period of the cap: `production, today`. */
  readonly label: string;
}

/** Whole percentage, rounded down, so that 100 means the cap is reached. */
export function percentOf(spent: string, cap: string): number {
  const limit = nano(cap);
  return limit === 0n ? 100 : Number((nano(spent) * 100n) / limit);
}

function levelOf(percent: number): string {
  if (percent >= 100) return 'down';
  if (percent >= 90) return 'l90';
  return percent >= 80 ? 'l80' : 'l0';
}

/** Usage of a cap, with notches at the notification levels. Striped only while the key is paused. */
export function Barrier({ spent, cap, label }: BarrierProps) {
  const t = useTexts(texts);
  if (cap === null)
    return (
      <div className="cap none">
        <Money amount={spent} />
        <span className="quiet">{t.none}</span>
      </div>
    );
  const percent = percentOf(spent, cap);
  return (
    <div className={`cap ${levelOf(percent)}`}>
      <span className="cap-text">
        <span>
          <Money amount={spent} /> <span className="quiet">/ {grouped(formatAmount(nano(cap), 4)).replace(/\.?0+$/, '')}</span>
        </span>
        <b>{percent} %</b>
      </span>
      <CapMeter percent={percent} label={label} title={t.levels} />
    </div>
  );
}
