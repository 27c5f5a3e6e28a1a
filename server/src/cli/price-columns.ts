import { isByPiece, rateUnit } from '@tollgate/contract/rate-units';
import type { Column, Row } from './table.ts';

const isNothing = (rate: unknown): boolean => typeof rate !== 'string' || /^[0.]*$/.test(rate);
const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/**
 * The price with its further rates as one text, each with its unit. If there are no token rates, those columns are empty instead of 0,
 * which would read as free.
 */
function shown(price: Row): Row {
  const rates = Object.entries(isRecord(price.rates) ? price.rates : {});
  const byPiece = [...rates, ['per_call', price.per_call] as const].filter(([name, rate]) => isByPiece(name) && !isNothing(rate));
  const isOnlyByPiece = byPiece.length > 0 && isNothing(price.input) && isNothing(price.output);
  const variants = Array.isArray(price.variants) ? price.variants.length : 0;
  const others = [
    ...rates.map(([name, rate]) => `${name} ${String(rate)} per ${rateUnit(name)}`),
    ...(variants === 0 ? [] : [`${String(variants)} with conditions`]),
  ];
  return {
    ...(isOnlyByPiece ? { per_call: isNothing(price.per_call) ? null : price.per_call } : price),
    others: others.join(', '),
  };
}

/**
 * Columns of a price, in CNY: per 1,000,000 tokens, per call, and further rates with their units.
 * @param priceOf the price within a row.
 */
export function priceColumns(priceOf: (row: Row) => unknown): readonly Column[] {
  const of = (row: Row): Row => {
    const price = priceOf(row);
    return isRecord(price) ? shown(price) : {};
  };
  return [
    { heading: 'INPUT', field: 'input', align: 'right', of },
    { heading: 'CACHED', field: 'cached_input', align: 'right', of },
    { heading: 'OUTPUT', field: 'output', align: 'right', of },
    { heading: 'PER CALL', field: 'per_call', align: 'right', of },
    { heading: 'OTHER RATES', field: 'others', of },
  ];
}
