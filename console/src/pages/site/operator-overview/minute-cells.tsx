import type { ProviderRoute } from '../../../api/providers.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import { texts } from './texts.ts';

/** Below this share of answers a minute counts as bad. */
const badBelow = 0.5;

function lookOf(answered: number, failed: number): string {
  if (answered + failed === 0) return 'none';
  if (failed === 0) return 'go';
  return answered / (answered + failed) < badBelow ? 'shut' : 'slow';
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** A cell for each of the last 60 minutes of a route; the current one is the last. */
export function MinuteCells({ minutes: { answered, failed } }: Pick<ProviderRoute['health'], 'minutes'>) {
  const t = useTexts(texts);
  const said = t.hourSays(countText(sumOf(answered)), countText(sumOf(failed)));
  return (
    <span className="minute-cells" role="img" aria-label={said} title={said}>
      {answered.map((count, minute) => (
        <i key={String(minute)} className={lookOf(count, failed[minute] ?? 0)} />
      ))}
    </span>
  );
}
