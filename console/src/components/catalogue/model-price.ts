import { nanoPerCny } from '@tollgate/contract/money';
import type { PublicModel } from '../../api/models.ts';
import { nano } from '../money/money-text.ts';

type Price = NonNullable<PublicModel['price']>;

/** A price for other units than tokens: an image, a song, a second, a call. */
export interface PiecePrice {
  readonly amount: string;
  /** `image`, `song`, `second`, `search_unit`, `call`. */
  readonly unit: string;
}

const units: Readonly<Record<string, string>> = { output_audio_ms: 'second', input_audio_ms: 'second' };

/** Whether the model has a nonzero list price for tokens. */
export function isByTokens({ input, output }: Price): boolean {
  return nano(input) > 0n || nano(output) > 0n;
}

/** The price per unit; null for models priced by tokens, and for free ones. */
export function piecePrice(price: Price): PiecePrice | null {
  if (isByTokens(price)) return null;
  const rate = Object.entries(price.rates ?? {}).find(([name]) => /^(image|song|search_unit|page|output_audio_ms)/.test(name));
  if (rate !== undefined) return { amount: rate[1], unit: units[rate[0]] ?? rate[0].replace(/@.*$/, '') };
  return nano(price.per_call) > 0n ? { amount: price.per_call, unit: 'call' } : null;
}

/** Number of tokens for 1 CNY at this price per 1,000,000. */
export function tokensFor1Cny(price: string): number {
  const each = nano(price);
  return each === 0n ? 0 : Number((nanoPerCny * 1_000_000n) / each);
}

/** Number of units for 1 CNY, rounded down; with one decimal below ten. */
export function piecesFor1Cny(price: string): string {
  const tenths = Number((nanoPerCny * 10n) / nano(price));
  return tenths < 100 ? (tenths / 10).toString() : Math.floor(tenths / 10).toLocaleString('en-US');
}

/** The exact cost of this number of tokens. */
export function tokensCost(count: number, price: string): bigint {
  return (BigInt(count) * nano(price) + 500_000n) / 1_000_000n;
}
