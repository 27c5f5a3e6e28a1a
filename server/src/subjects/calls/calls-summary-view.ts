import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { errorCatalogue, isErrorCode } from '@tollgate/contract/errors';
import { formatAmount, formatExact } from '@tollgate/contract/money';
import type { SummedCalls } from './call-sums.ts';
import type { CallSums } from './call-ports.ts';
import { firstTokenPercentiles } from './first-token-percentiles.ts';
import { showTime } from '../../control/show-time.ts';

const errorsMax = 50;

const totalOf = (sums: readonly CallSums[], of: (sum: CallSums) => bigint): bigint =>
  sums.reduce((total, sum) => total + of(sum), 0n);

/** The most frequent errors of a period, each with its newest call. Ids of calls sort by time. */
function errorsOf(sums: readonly CallSums[]): CallsSummary['errors'] {
  const byCode = Map.groupBy(
    sums.filter(({ errorCode }) => errorCode !== null),
    ({ errorCode, statusClass }) => `${String(statusClass)} ${errorCode ?? ''}`,
  );
  return [...byCode.values()]
    .map((ofCode) => {
      const newest = ofCode.reduce((left, right) => (left.newestId > right.newestId ? left : right));
      const code = newest.errorCode ?? '';
      const entry = isErrorCode(code) ? errorCatalogue[code] : null;
      return {
        code,
        status_class: `${String(newest.statusClass)}xx`,
        calls: Number(totalOf(ofCode, ({ calls }) => calls)),
        last_at: showTime(Number.parseInt(newest.newestId.replaceAll('-', '').slice(0, 12), 16)),
        last_call_id: newest.newestId,
        message: entry?.message ?? '',
        remedy: entry?.remedy ?? '',
      };
    })
    .sort((left, right) => right.calls - left.calls)
    .slice(0, errorsMax);
}

function bucketView({ startMs, sums }: SummedCalls['buckets'][number]): CallsSummary['buckets'][number] {
  const ofClass = (digit: number): number =>
    Number(
      totalOf(
        sums.filter(({ statusClass }) => statusClass === digit),
        ({ calls }) => calls,
      ),
    );
  return {
    start: showTime(startMs),
    '2xx': ofClass(2),
    '4xx': ofClass(4),
    '5xx': ofClass(5),
    charge: formatAmount(totalOf(sums, ({ charge }) => charge)),
  };
}

/** Totals for a filter of the call log, shared by all APIs. */
export function summaryView({ fromMs, toMs, summedFromMs, bucketMs, withFirstToken, buckets }: SummedCalls): CallsSummary {
  const all = buckets.flatMap(({ sums }) => sums);
  const charge = totalOf(all, (sum) => sum.charge);
  return {
    from: showTime(fromMs),
    to: showTime(toMs),
    summed_from: showTime(summedFromMs),
    bucket_seconds: bucketMs / 1000,
    buckets: buckets.map(bucketView),
    totals: {
      calls: Number(totalOf(all, ({ calls }) => calls)),
      charge: formatAmount(charge),
      charge_exact: formatExact(charge),
      input_tokens: Number(totalOf(all, ({ inputTokens }) => inputTokens)),
      cached_tokens: Number(totalOf(all, ({ cachedTokens }) => cachedTokens)),
      output_tokens: Number(totalOf(all, ({ outputTokens }) => outputTokens)),
    },
    ...(withFirstToken ? { first_token: firstTokenPercentiles(all) } : {}),
    errors: errorsOf(all),
  };
}
