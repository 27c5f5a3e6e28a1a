import { Worker } from 'node:worker_threads';
import type { PriceListFormatName, PriceListLimit } from '@tollgate/contract/catalogue/price-list-words';
import { ApiError } from '@tollgate/contract/errors';
import { formatExact } from '@tollgate/contract/money';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import { refusals } from '@tollgate/contract/refusals/all-refusals';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { wordRefusal, type RefusalParams } from '@tollgate/contract/refusals/refusal-words';
import type { Config } from '../../config/config.ts';
import type { ListedOrder, ListedProposals } from '../../control/operations-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { readRates, type Rates } from '../../providers/price-conversion.ts';
import { tooComplex } from '../../providers/price-lists/parse-list.ts';
import type { Proposals } from '../../providers/price-lists/propose-prices.ts';

const script = new URL('price-list-worker.ts', import.meta.url);
/**
 * Far more than any list needs that `parseList` accepts (250 MB of heap, measured). A thread at its limit can end the whole process, so the
 * limit must never be reached: `parseList` bounds the memory.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 2048 };
const readWithinMs = 60_000;
const retryAfterSeconds = 5;

export interface ThreadOrder {
  readonly bytes: Uint8Array;
  readonly models: ListedOrder['models'];
  readonly format: PriceListFormatName | undefined;
  readonly rates: Rates;
  readonly nowMs: number;
}

interface Read extends Proposals {
  readonly kind: 'read';
  readonly format: PriceListFormatName;
  readonly cannotSay: readonly PriceListLimit[];
}

/** The only message of the thread. */
export type ListWord = Read | { readonly kind: 'refused'; readonly reason: string; readonly params: RefusalParams };

function refusedAs(reason: string, params: RefusalParams): ApiError {
  const { code, en } = refusals[reason as RefusalReason];
  return new ApiError(code, { message: wordRefusal(en, params, 'en'), param: 'file', refusal: { reason, params } });
}

/** Reads one list in a thread, which ends with it. @throws {ApiError} 400 */
async function inThread(order: ThreadOrder, clock: Pick<Clock, 'after'>): Promise<Read> {
  const { promise, resolve, reject } = Promise.withResolvers<ListWord>();
  const worker = new Worker(script, { workerData: order, execArgv: [], resourceLimits });
  const forget = clock.after(readWithinMs, () => {
    reject(tooComplex());
  });
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', () => {
    reject(new Error('the thread that reads a price list ended'));
  });
  try {
    const word = await promise;
    if (word.kind === 'refused') throw refusedAs(word.reason, word.params);
    return word;
  } finally {
    forget();
    await worker.terminate();
  }
}

/** Reads uploaded price lists, one at a time, so that neither their parsing nor their memory affects calls. */
export function createPriceListReader({ config, clock }: { readonly config: Config; readonly clock: Pick<Clock, 'after'> }) {
  let isReading = false;
  return async ({ bytes, models, query, nowMs }: ListedOrder): Promise<ListedProposals> => {
    if (isReading) throw refusal('uploads_busy', {}, { retryAfterSeconds });
    const usd_cny = query.usd_cny ?? formatExact(config.usdCny);
    const margin_percent = query.margin_percent ?? formatExact(config.marginPpm * 100_000n);
    isReading = true;
    try {
      const rates = readRates(usd_cny, margin_percent);
      const { cannotSay, kind: _kind, ...read } = await inThread({ bytes, models, format: query.format, rates, nowMs }, clock);
      return { ...read, usd_cny, margin_percent, cannot_say: [...cannotSay] };
    } finally {
      isReading = false;
    }
  };
}
