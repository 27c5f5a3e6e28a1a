import type { PreviewAnswer } from '@tollgate/contract/catalogue/prices';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { formatExact, type NanoCny } from '@tollgate/contract/money';
import { quantityKind, type QuantityName } from '@tollgate/contract/quantities';
import { isByPiece, rateUnit } from '@tollgate/contract/rate-units';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { noUsage, type Usage } from '@tollgate/contract/usage';
import type { Price } from '../../../domain/catalog/model.ts';
import { cost } from '../../../domain/catalog/price.ts';
import { required, type ControlContext } from '../../../control/control-context.ts';

export interface Example {
  readonly call: string;
  readonly usage: Usage;
}

const read: Example = { call: '1,000 tokens in', usage: { ...noUsage, inputTokens: 1_000 } };
/** Usage of typical calls, by kind of model. */
const examples: Readonly<Record<ModelKind, readonly Example[]>> = {
  chat: [
    { call: '1,000 tokens in, 300 out', usage: { ...noUsage, inputTokens: 1_000, outputTokens: 300 } },
    {
      call: '100,000 tokens in, 90,000 of them cached, 2,000 out',
      usage: { ...noUsage, inputTokens: 100_000, cachedTokens: 90_000, outputTokens: 2_000 },
    },
    { call: '300,000 tokens in, 8,000 out', usage: { ...noUsage, inputTokens: 300_000, outputTokens: 8_000 } },
  ],
  embedding: [read],
  rerank: [read],
  image: [],
  music: [],
};

/** One unit of every quantity that has a rate. Includes a single call if calls have a price, or if there is no other example. */
function byPiece({ kind, before, after }: PriceChange): readonly Example[] {
  const rates = [before, after].flatMap((price) => [...(price?.card?.rates.keys() ?? [])]);
  const names = [...new Set(rates)].filter((name) => name !== 'reasoning' && isByPiece(name)) as QuantityName[];
  const pieces = names.map((name): Example => {
    const of = name.includes('@') ? ` (${name.slice(name.indexOf('@') + 1).replace('@', ', ')})` : '';
    const amount = quantityKind(name)?.per ?? 1;
    const unit = rateUnit(name);
    return { call: `${/^\d/.test(unit) ? '' : '1 '}${unit}${of}`, usage: { ...noUsage, more: { [name]: amount } } };
  });
  const isPerCall = after.perCall > 0n || (before?.perCall ?? 0n) > 0n;
  const isEmpty = pieces.length + examples[kind].length === 0;
  return [...pieces, ...(isPerCall || isEmpty ? [{ call: '1 call', usage: noUsage }] : [])];
}

const tenfold = 10n;

/** A price, and the price that it replaces. */
export interface PriceChange {
  readonly kind: ModelKind;
  /** `null` if no price was in force. */
  readonly before: Price | null;
  readonly after: Price;
  readonly fromMs: number;
}

/** Usage of typical calls at either price. */
export function examplesOf(change: PriceChange): readonly Example[] {
  return [...examples[change.kind], ...byPiece(change)];
}

/** Cost of typical calls before and after the change, without multipliers. */
export function previewOf(change: PriceChange): NonNullable<PreviewAnswer> {
  const { before, after, fromMs } = change;
  const at = { requestTimeMs: fromMs, serviceTier: null };
  const shown = (price: Price, usage: Usage): string => formatExact(cost(price, usage, undefined, at));
  return examplesOf(change).map(({ call, usage }) => ({
    call,
    before: before === null ? null : shown(before, usage),
    after: shown(after, usage),
  }));
}

/** The rates of a price under their request names, and the highest input and output rates of its variants. */
function linesOf({ input, cachedInput, output, perCall, card }: Price): ReadonlyMap<string, NanoCny> {
  const worst = card?.worst;
  return new Map([
    ...([
      ['input', input],
      ['cached_input', cachedInput],
      ['output', output],
      ['per_call', perCall],
      ['dearest input', worst?.input ?? (input > cachedInput ? input : cachedInput)],
      ['dearest output', worst?.output ?? output],
    ] as const),
    ...(card?.rates ?? []),
  ]);
}

function isTenfold(before: NanoCny, after: NanoCny): boolean {
  return before > 0n && (after >= before * tenfold || after * tenfold <= before);
}

/** A rate of a price, or a typical call, with its cost. */
export interface TenfoldChange {
  /** Name of the rate; `null` for a call. */
  readonly line: string | null;
  /** `null` for a rate. */
  readonly example: Example | null;
  readonly before: NanoCny;
  readonly after: NanoCny;
}

/**
 * The first rate that changes tenfold or becomes zero, or else the first typical call that changes tenfold. A misplaced decimal point is a
 * common mistake.
 */
export function tenfoldChange(change: PriceChange): TenfoldChange | null {
  const { before } = change;
  if (before === null) return null;
  const after = linesOf(change.after);
  for (const [name, rate] of linesOf(before)) {
    const other = after.get(name);
    // A quantity without a rate is charged at the rate of the total that includes it, so the typical calls below cover it.
    if (other !== undefined && isTenfold(rate, other)) return { line: name, example: null, before: rate, after: other };
  }
  const at = { requestTimeMs: change.fromMs, serviceTier: null };
  for (const example of examples[change.kind]) {
    const [was, is] = [cost(before, example.usage, undefined, at), cost(change.after, example.usage, undefined, at)];
    if (isTenfold(was, is)) return { line: null, example, before: was, after: is };
  }
  return null;
}

/** @throws {ApiError} 400 naming `confirm`. */
export function requireMeant(change: PriceChange, confirm: boolean | undefined): void {
  const slip = confirm === true ? null : tenfoldChange(change);
  if (slip === null) return;
  const what = slip.example === null ? `the price "${slip.line ?? ''}"` : `a call of ${slip.example.call}`;
  const [was, is] = [formatExact(slip.before), formatExact(slip.after)];
  throw required(
    'confirm',
    `Set \`confirm\` to true to confirm: ${what} changes from ${was} to ${is} CNY, a factor of ten or more.`,
  );
}

/**
 * Refuses rate cards while older versions run, because these would charge only the four standard rates. @throws {ApiError} 409 naming their
 * nodes.
 */
export async function requireCardsKnown(
  { stores }: Pick<ControlContext, 'stores'>,
  prices: readonly (Price | null)[],
): Promise<void> {
  if (prices.every((price) => (price?.card ?? null) === null)) return;
  const older = await stores.catalog.nodesWithout('cards');
  if (older.length === 0) return;
  throw refusal('rates_need_upgrade', { nodes: older });
}
