import { nano } from '../../../components/money/money-text.ts';
import { percentText } from '../../../ui/number-text.ts';

interface Sums {
  readonly charge: string;
  readonly upstream_cost: string;
}

/** Revenue minus cost, in nano-CNY. */
export function marginOf({ charge, upstream_cost: cost }: Sums): bigint {
  return nano(charge) - nano(cost);
}

/** A fraction of an amount, for display only; null if the whole is zero. */
export function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number((part * 10_000n) / whole) / 10_000;
}

/** `27.9 %`; a dash without revenue. */
export function shareText(part: bigint, whole: bigint, decimals = 1): string {
  const share = shareOf(part, whole);
  return share === null ? '–' : percentText(share, decimals);
}
