import assert from 'node:assert/strict';
import type { CallDetail } from '@tollgate/contract/calls/operator-calls';
import { parseAmount } from '@tollgate/contract/money';

/** A row with usage and a multiplier has a receipt whose total is its cost; any other row says why it has none. */
export function expectExplained({ id, receipt, unexplained, ...row }: CallDetail): void {
  const isUsed = row.input_tokens > 0 || row.output_tokens > 0 || row.priced?.more !== undefined;
  if (isUsed && row.multiplier !== null) assert.ok(receipt !== null, `call ${id} has no receipt: ${String(unexplained)}`);
  if (receipt === null) assert.ok(unexplained, `call ${id} does not say why it has no receipt`);
  else assert.equal(parseAmount(receipt.total), parseAmount(row.charge_exact) + parseAmount(row.uncollected), id);
}
