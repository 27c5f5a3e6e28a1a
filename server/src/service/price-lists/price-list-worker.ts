import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '@tollgate/contract/errors';
import { yieldToCalls } from '../../platform/yield-to-calls.ts';
import { formatOf, priceListFormats } from '../../providers/price-lists/formats.ts';
import { parseList } from '../../providers/price-lists/parse-list.ts';
import { proposePrices, wantedBy } from '../../providers/price-lists/propose-prices.ts';
import type { ListWord, ThreadOrder } from './read-price-list.ts';

/** Reads one list and ends. */
const { bytes, models, format: named, rates, nowMs } = workerData as ThreadOrder;

function read(): ListWord {
  try {
    const document = parseList(bytes);
    const format = priceListFormats.find(({ name }) => name === named) ?? formatOf(document);
    const found = proposePrices(models, format.read(document, nowMs, wantedBy(models)), rates);
    return { kind: 'read', format: format.name, cannotSay: format.cannotSay, ...found };
  } catch (error) {
    if (!(error instanceof ApiError) || error.refusal === undefined) throw error;
    return { kind: 'refused', ...error.refusal };
  }
}

await yieldToCalls();
parentPort?.postMessage(read());
