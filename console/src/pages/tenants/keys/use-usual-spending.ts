import { useQuery } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import { useAccount } from '../../../api/current-account.ts';
import { usageQuery } from '../../../api/usage.ts';
import { nano } from '../../../components/money/money-text.ts';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';

interface UsualSpending {
  readonly isLoading: boolean;
  /** Per day; null without spending. */
  readonly average: string | null;
  readonly peak: string;
  readonly suggested: { readonly daily: string; readonly monthly: string } | null;
}

const dayMs = 86_400_000;
const daysBack = 30;
const yuan = 1_000_000_000n;

/** Rounds up to the next 1, 10 or 100 CNY. */
function roundUp(sum: bigint): string {
  const step = sum >= 1_000n * yuan ? 100n * yuan : sum >= 100n * yuan ? 10n * yuan : yuan;
  return formatExact(((sum + step - 1n) / step) * step);
}

/** Daily spending of the account over the last 30 days, and caps that would not have stopped it. */
export function useUsualSpending(): UsualSpending {
  const account = useAccount();
  const zone = useServiceZone();
  const day = (back: number): string => partsOf(new Date(Date.now() - back * dayMs).toISOString(), zone).date;
  const { data, isLoading } = useQuery(usageQuery(account.id, { from: day(daysBack), to: day(1), group_by: 'day' }));
  const sums = (data ?? []).map(({ charge }) => nano(charge));
  const all = sums.reduce((sum, each) => sum + each, 0n);
  if (all === 0n) return { isLoading, average: null, peak: '0', suggested: null };
  const peak = sums.reduce((most, each) => (each > most ? each : most), 0n);
  const average = all / BigInt(daysBack);
  return {
    isLoading,
    average: formatExact(average),
    peak: formatExact(peak),
    suggested: { daily: roundUp((peak * 3n) / 2n), monthly: roundUp((all * 3n) / 2n) },
  };
}
