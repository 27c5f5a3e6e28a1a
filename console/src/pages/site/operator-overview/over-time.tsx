import type { OverviewAnswer } from '@tollgate/contract/site/overview';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { bigText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { texts } from './texts.ts';

interface OverTimeProps {
  readonly overview: OverviewAnswer;
}

/** `14:00` for hours, `11-22` for days. */
function useLabels({ range, stretches }: OverTimeProps['overview']): readonly string[] {
  const zone = useServiceZone();
  return stretches.map(({ from }) => {
    const { date, time } = partsOf(from, zone);
    return range === 'today' ? time.slice(0, 5) : date.slice(5);
  });
}

/** For drawing only. */
const yuan = (amount: string): number => Number(nano(amount) / 10_000_000n) / 100;

/** Calls over time, with failed calls on top. */
export function Traffic({ overview }: OverTimeProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const labels = useLabels(overview);
  const { stretches } = overview;
  return (
    <Sheet title={t.traffic} isPadded>
      <Chart
        label={t.trafficLabel}
        kind="columns"
        labels={labels}
        series={[
          { name: t.answered, look: 'quiet', values: stretches.map(({ calls, failed }) => Math.max(0, calls - failed)) },
          { name: t.fault, look: 'stop', values: stretches.map(({ failed }) => failed) },
        ]}
        format={(value) => bigText(value, language)}
        isLastPartial
      />
    </Sheet>
  );
}

/** Two lines, whose distance is the margin. */
export function RevenueAndCost({ overview }: OverTimeProps) {
  const t = useTexts(texts);
  const labels = useLabels(overview);
  const { stretches } = overview;
  return (
    <Sheet title={t.flow} note={t.flowNote} isPadded>
      <Chart
        label={t.flowLabel}
        kind="lines"
        labels={labels}
        series={[
          { name: t.revenue, values: stretches.map(({ charge }) => yuan(charge)) },
          { name: t.cost, values: stretches.map(({ upstream_cost: cost }) => yuan(cost)) },
        ]}
        format={(value) => moneyText(value.toFixed(2))}
        isLastPartial
      />
      <p className="legend-line">
        <span className="swatch s1" /> {t.revenue} <span className="swatch s2" /> {t.cost}
      </p>
    </Sheet>
  );
}
