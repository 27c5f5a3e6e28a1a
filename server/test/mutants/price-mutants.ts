import type { Mutant } from './mutant.ts';

const card = 'server/src/domain/catalog/rate-card.ts';
const price = 'server/src/domain/catalog/price.ts';
const meter = 'server/src/gateway/meter.ts';

const byHand = 'server/src/subjects/catalogue/prices/charges-by-hand.test.ts';
const receipts = 'server/test/scenarios/receipts.test.ts';
const properties = 'server/src/domain/catalog/rate-card.test.ts';
const exact =
  'a charge is the exact sum of every quantity at the rate of its line, rounded half up once, whichever variants hold';

/** Bugs of prices with more than four rates. */
export const priceMutants: readonly Mutant[] = [
  {
    name: 'price tier begins one token late',
    rival: 'public price lists that say “above” where the vendor says “from”',
    reinserted: 'the first input length of a higher tier is charged at the lower rates',
    edits: [{ file: card, find: 'usage.inputTokens >= when.minInputTokens', replace: 'usage.inputTokens > when.minInputTokens' }],
    caughtBy: [{ file: byHand, test: 'gpt-5.6-terra: 272000 in' }],
  },
  {
    name: 'first variant wins',
    rival: 'none known; rules that stop at the first match are common',
    reinserted: 'if two variants name a line, the earlier one applies',
    edits: [{ file: card, find: 'for (const variant of holding) {', replace: 'for (const variant of holding.toReversed()) {' }],
    caughtBy: [{ file: receipts, test: 'changes its lines where a variant holds, the last one last' }],
  },
  {
    name: 'peak prices at weekends',
    rival: 'a public price list with the hours of a vendor but without its weekend rule',
    reinserted: 'a time window applies on every day',
    edits: [
      {
        file: card,
        find: 'ofDay >= fromMinute && ofDay < toMinute && beginsOn(day);',
        replace: 'ofDay >= fromMinute && ofDay < toMinute;',
      },
    ],
    caughtBy: [{ file: byHand, test: 'deepseek-v4-pro: 100000 in' }],
  },
  {
    name: 'cache writes charged twice',
    rival: 'LiteLLM #9812 (cache writes charged as input as well)',
    reinserted: 'tokens written to a cache are charged as cache writes and as ordinary input',
    edits: [{ file: price, find: "if (partOf === 'input') input -= amount;", replace: "if (partOf === 'input') input -= 0;" }],
    caughtBy: [
      { file: byHand, test: 'claude-opus-5-5: 50000 in' },
      { file: properties, test: exact },
    ],
  },
  {
    name: 'requested tier charged instead of the served one',
    rival: 'LiteLLM #31837 (served as default, priced as asked for)',
    reinserted: 'a client requests the cheap tier, is served as usual, and pays the cheap price',
    edits: [
      {
        file: meter,
        find: 'if (reported === null) return wants.serviceTier;',
        replace: 'if (wants.serviceTier !== null) return wants.serviceTier;',
      },
    ],
    caughtBy: [{ file: receipts, test: 'changes its lines where a variant holds, the last one last' }],
  },
  {
    name: 'parts larger than their whole',
    rival: 'new-api CVE-2026-71479 (counts that make an amount below 0)',
    reinserted: 'a report whose parts exceed the input is charged, with a negative remainder',
    edits: [
      {
        file: 'server/src/domain/catalog/possible-usage.ts',
        find: 'return left.input >= 0 && left.cached >= 0',
        replace: 'return left.cached >= 0',
      },
    ],
    caughtBy: [{ file: receipts, test: 'a part that cannot be is neither charged nor repaired' }],
  },
  {
    name: 'strict key reserves at the plain rate',
    rival: 'none known; caps that are checked with the plain rate',
    reinserted: 'the reservation of a strict key does not cover a more expensive variant or part',
    edits: [
      {
        file: 'server/src/gateway/admit/reserve.ts',
        find: 'reserve: strict ? worstCost(',
        replace: 'reserve: strict ? cost(',
      },
    ],
    caughtBy: [{ file: receipts, test: 'sets aside for a strict key the dearest that a call may become' }],
  },
  {
    name: 'audit adds up without recomputing',
    rival: 'none known; sums that agree with wrong rows',
    reinserted: 'a charge that does not match its usage and price is not found if the sums agree with it',
    edits: [
      {
        file: 'server/src/books/audit/check-charges.ts',
        find: 'if (worth === amount) return;',
        replace: 'if (worth !== null) return;',
      },
    ],
    caughtBy: [
      { file: 'server/test/storage/sqlite.test.ts', test: 'explain every row, and the audit finds one nano that they do not' },
    ],
  },
  {
    name: 'fallback at the price of the requested model',
    rival: 'none known',
    reinserted: 'a call that another model answers is charged at the price of the requested one',
    edits: [{ file: 'server/src/gateway/fallback.ts', find: 'filling.quote = fallback.quote;', replace: '' }],
    caughtBy: [
      {
        file: 'server/test/scenarios/fallback-model.test.ts',
        test: 'whole: its fallback answers, and answer, header, price, log and receipt say so',
      },
    ],
  },
  {
    name: 'fallback beyond the reservation',
    rival: 'none known',
    reinserted: 'admission sets aside what the requested model costs, although a dearer one may answer',
    edits: [{ file: 'server/src/gateway/admit/reserve.ts', find: 'return other > own ? other : own;', replace: 'return own;' }],
    caughtBy: [
      {
        file: 'server/test/scenarios/fallback-model.test.ts',
        test: 'the amount that is set aside covers the dearer of both, and caps hold by it',
      },
    ],
  },
];
