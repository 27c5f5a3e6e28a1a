import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { useRef, useState, type KeyboardEvent } from 'react';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import { texts } from './texts.ts';

type Bucket = CallsSummary['buckets'][number];

interface HistogramProps {
  readonly sums: CallsSummary;
  readonly onPick: (from: string, to: string) => void;
}

const looks = ['2xx', '4xx', '5xx'] as const;
const sizeOf = (bucket: Bucket): number => looks.reduce((sum, look) => sum + bucket[look], 0);

/** Calls over time by status class; selecting a column narrows the log to its time. One tab stop; arrow keys move inside. */
export function Histogram({ sums, onPick }: HistogramProps) {
  const t = useTexts(texts);
  const zone = useServiceZone();
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const { buckets, bucket_seconds: seconds } = sums;
  const highest = Math.max(1, ...buckets.map(sizeOf));
  const current = Math.min(at ?? buckets.length - 1, buckets.length - 1);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -current, End: buckets.length - 1 - current }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(buckets.length - 1, current + step));
    setAt(next);
    place.current?.querySelectorAll('button')[next]?.focus();
  };
  const nameOf = (bucket: Bucket): string => {
    const { date, time } = partsOf(bucket.start, zone);
    return t.column(`${date.slice(5)} ${time.slice(0, 5)}`, ...looks3(bucket));
  };
  return (
    <div className="histo">
      <div className="histo-columns" role="group" aria-label={t.histogram} ref={place} onKeyDown={move}>
        {buckets.map((bucket, index) => (
          <button
            key={bucket.start}
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-label={nameOf(bucket)}
            title={nameOf(bucket)}
            onFocus={() => {
              setAt(index);
            }}
            onClick={() => {
              onPick(bucket.start, new Date(Date.parse(bucket.start) + seconds * 1_000).toISOString());
            }}
          >
            {looks.toReversed().map((look) => (
              <i key={look} className={`c${look}`} style={{ height: `${String((bucket[look] / highest) * 100)}%` }} />
            ))}
          </button>
        ))}
      </div>
      <Axis sums={sums} />
    </div>
  );
}

function looks3(bucket: Bucket): readonly [string, string, string] {
  return [countText(bucket['2xx']), countText(bucket['4xx']), countText(bucket['5xx'])];
}

const marks = 5;
const daySeconds = 86_400;

/** Five labels below the columns: dates for long columns, times for short ones. */
function Axis({ sums: { buckets, bucket_seconds: seconds } }: Pick<HistogramProps, 'sums'>) {
  const zone = useServiceZone();
  const isOfDays = seconds * buckets.length > 2 * daySeconds;
  const shown = Array.from({ length: Math.min(marks, buckets.length) }, (_, mark) =>
    Math.round((mark * (buckets.length - 1)) / (marks - 1)),
  );
  return (
    <div className="axis" aria-hidden="true">
      {shown.map((index, mark) => {
        const start = buckets[index]?.start;
        if (start === undefined) return null;
        const { date, time } = partsOf(start, zone);
        const clock = time.slice(0, 5);
        return <span key={index}>{isOfDays ? date.slice(5) : mark === 0 ? `${date.slice(5)} ${clock}` : clock}</span>;
      })}
    </div>
  );
}
