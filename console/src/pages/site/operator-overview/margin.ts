import { nano } from '../../../components/money/money-text.ts';
import { percentText } from '../../../ui/number-text.ts';

interface Sums {
  readonly charge: string;
  readonly upstream_cost: string;
}

/** The revenue less cost, in nano-CNY. */
export function marginOf({ charge, upstream_cost: cost }: Sums): bigint {
  return nano(charge) - nano(cost);
}

/** A share of an amount, for showing alone; null of nothing. */
export function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number((part * 10_000n) / whole) / 10_000;
}

/** `27.9 %`, with a dash if there was no revenue. */
export function shareText(part: bigint, whole: bigint, decimals = 1): string {
  const share = shareOf(part, whole);
  return share === null ? '–' : percentText(share, decimals);
}
