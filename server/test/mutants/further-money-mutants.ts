import type { Mutant } from './mutant.ts';

const coordination = 'server/src/coordination/memory/memory-coordination.ts';
const counters = 'server/src/coordination/memory/money-counters.ts';
const rateLimiter = 'server/src/coordination/shared/rate-limiter.ts';
const convention = 'server/src/dialects/shared/usage/usage-convention.ts';
const figure = 'server/src/dialects/shared/figure.ts';

const ofCoordination = 'server/src/coordination/memory/memory-coordination.test.ts';
const outcomes = 'server/test/gateway/outcome-table.test.ts';
const moneyModel = {
  file: 'server/test/money-model.test.ts',
  test: 'no sequence of calls, caps, credits, crashes, restarts and clock jumps spends, loses or invents a unit of money',
};

/** More bugs that cost money. */
export const furtherMoneyMutants: readonly Mutant[] = [
  {
    name: 'reported zero usage believed',
    rival: 'LiteLLM #37923 (about 830 EUR used, 1.47 USD recorded)',
    reinserted: 'an upstream that reports 0 tokens makes the call free',
    edits: [{ file: convention, find: 'if (prompt === 0 && completion === 0) return null;', replace: '' }],
    caughtBy: [{ file: 'server/src/dialects/shared/usage/read-usage.test.ts', test: 'row 85: reported usage' }],
  },
  {
    name: 'negative count believed',
    rival: 'new-api CVE-2026-71479 (a negative charge is a credit)',
    reinserted: 'an upstream that reports fewer than 0 tokens makes a charge negative',
    edits: [{ file: figure, find: 'Number.isInteger(value) && value >= 0 &&', replace: 'Number.isInteger(value) &&' }],
    caughtBy: [{ file: 'server/test/bad-input/upstream-answers.test.ts', test: 'row 85: usage' }],
  },
  {
    name: 'missing price means 0',
    rival: 'LiteLLM, incident of 2026-01-27',
    reinserted: 'a model without a price in force is free',
    edits: [
      {
        file: 'server/src/domain/catalog/price.ts',
        find: 'if (listed === undefined) return null;',
        replace: `if (listed === undefined) {
    return { price: { input: 0n, cachedInput: 0n, output: 0n, perCall: 0n, card: null }, multiplierPpm: listPricePpm, priceVersion: 'none' };
  }`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/scenarios/money.test.ts',
        test: 'is needed: a model without one cannot be called and is not listed',
      },
    ],
  },
  {
    name: 'cap of 0 means no cap',
    rival: 'LiteLLM #37992 (an explicit zero treated as missing)',
    reinserted: 'a cap of 0 blocks nothing',
    edits: [
      {
        file: counters,
        find: 'if (limit === null || counter === undefined) continue;',
        replace: 'if (limit === null || limit === 0n || counter === undefined) continue;',
      },
    ],
    caughtBy: [
      { file: ofCoordination, test: 'a cap of 0 blocks every call, no cap blocks none and is still counted' },
      { file: 'server/test/scenarios/caps.test.ts', test: 'of 0 blocks paid calls and leaves free requests alone' },
    ],
  },
  {
    name: 'no reservation for trusted accounts',
    rival: 'new-api #6609, one-api (no reservation for an account with more than 100 times the cost of the call)',
    reinserted: 'a call reserves nothing if its limits are far away or absent',
    edits: [
      {
        file: coordination,
        find: 'const nowMs = this.#clock.monotonicMs();\n    this.#money.sweep(nowMs);',
        replace: `const nowMs = this.#clock.monotonicMs();
    this.#money.sweep(nowMs);
    const isFar = ({ limit }: { limit: bigint | null }) => limit === null || limit > 100n * request.reserve;
    if (request.money.every(isFar)) request = { ...request, reserve: 0n };`,
      },
    ],
    caughtBy: [{ file: ofCoordination, test: 'a cap of 0 blocks every call, no cap blocks none and is still counted' }],
  },
  {
    name: 'refund without reducing usage',
    rival: 'new-api #4211',
    reinserted: 'an uncharged call still counts its reservation as spent',
    edits: [
      {
        file: 'server/src/coordination/memory/money-counter.ts',
        find: 'this.used += posted;',
        replace: 'this.used += posted === 0n ? amount : posted;',
      },
    ],
    caughtBy: [moneyModel],
  },
  {
    name: 'fail open without figures',
    rival: 'LiteLLM #27639 #36926 ("fail closed" still opens)',
    reinserted: 'while the database is unreachable, every counter begins at 0',
    edits: [
      {
        file: counters,
        find: 'await this.#figures.accountUsed(accountId)',
        replace: 'await this.#figures.accountUsed(accountId).catch(() => 0n)',
      },
      {
        file: counters,
        find: 'await this.#figures.keyUsed(keyId, day, month)',
        replace: 'await this.#figures.keyUsed(keyId, day, month).catch(() => ({ day: 0n, month: 0n }))',
      },
    ],
    caughtBy: [{ file: ofCoordination, test: 'while figures cannot be read nothing is admitted, and the next call asks again' }],
  },
  {
    name: 'refused requests consume the rate',
    rival: 'LiteLLM #27955 #39309',
    reinserted: 'a request is counted first and then compared with the limit',
    edits: [
      {
        file: rateLimiter,
        find: 'if (limits.requestsPerMinute !== null) (this.#requests ??= new SlidingWindow()).add(nowMs);',
        replace: '',
      },
      {
        file: rateLimiter,
        find: 'const waitMs = requestsPerMinute === null ? 0 : this.#requestWaitMs(requestsPerMinute, nowMs);',
        replace: `const waitMs = requestsPerMinute === null ? 0 : this.#requestWaitMs(requestsPerMinute, nowMs);
    if (requestsPerMinute !== null) (this.#requests ??= new SlidingWindow()).add(nowMs);`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/scenarios/races.test.ts',
        test: 'the 61st call of any 60 s is refused, and refused ones consume nothing',
      },
    ],
  },
  {
    name: 'charged although the client left',
    rival: 'new-api #5288 (charged on abort by an estimate)',
    reinserted: 'a client that leaves during a stream pays for what was sent',
    edits: [
      {
        file: 'server/src/gateway/meter.ts',
        find: "if (outcome.ending !== 'complete')\n",
        replace: "if (outcome.ending !== 'complete' && outcome.ending !== 'client_left')\n",
      },
    ],
    caughtBy: [
      {
        file: outcomes,
        test: 'streamed: the upstream answers well, the client leaves mid-stream: not charged, upstream cancelled',
      },
    ],
  },
  {
    name: 'one operation not metered',
    rival: 'LiteLLM #38176',
    reinserted: 'streamed calls are not metered',
    edits: [
      {
        file: 'server/src/gateway/meter.ts',
        find: "if (outcome.kind === 'unadmitted' || outcome.work === null) return",
        replace: "if (outcome.kind === 'unadmitted' || outcome.work === null || outcome.call.streamed) return",
      },
    ],
    caughtBy: [{ file: outcomes, test: 'streamed: the upstream answers well, the client stays' }],
  },
  {
    name: 'repeated record counts twice',
    rival: 'OpenMeter (deduplication off by default), Lago lago-api#4725 (no unique index in one of its stores)',
    reinserted: 'the usage sums include a call whose row already exists',
    edits: [
      {
        file: 'server/src/storage/sqlite/group-writer.ts',
        find: 'else addToSums(sums, cells);',
        replace: 'addToSums(sums, cells);',
      },
    ],
    caughtBy: [moneyModel],
  },
  {
    name: 'repeated payment credits twice',
    rival: 'one-api CVE-2026-11465 (redeem race); new-api controller/topup.go',
    reinserted: 'the idempotency key of a credit is ignored',
    edits: [
      {
        file: 'server/src/subjects/ledger/credits.ts',
        find: 'id: entryId(context, order),',
        replace: 'id: entryId(context, { ...order, idempotencyKey: null }),',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/account-life/account-life.test.ts',
        test: 'a credit sent again under its idempotency key is entered once and answered the same',
      },
    ],
  },
  {
    name: 'any finish reason completes a response',
    rival: 'hermes-agent #92161, llmgateway #1588, cherry-studio #16079 (network_error and error read as finished)',
    reinserted: 'a response is complete as soon as its upstream reports any finish reason',
    edits: [
      {
        file: 'server/src/dialects/chat-completions/finish-reason.ts',
        find: "if (meaning === 'fault') return",
        replace: "if (meaning === 'fault' && word === 'x') return",
      },
    ],
    caughtBy: [
      { file: 'server/test/corpus/refusals.test.ts', test: 'an end is judged by what it says, streamed and whole' },
      {
        file: 'server/test/gateway/reported-refusals.test.ts',
        test: 'every call of an unfinished answer is free, also with usage that was reported beside it',
      },
    ],
  },
  {
    name: 'long prompts eject a route for everybody',
    rival: 'clawrouter #101, codex2api #318, one-api #1549 (an error inside a 200 counts as a failed route)',
    reinserted: 'an error inside a response with status 200 always counts against the route',
    edits: [
      {
        file: 'server/src/gateway/call-upstream/upstream-attempt.ts',
        find: 'if (refusal === undefined) {',
        replace: 'if (refusal === undefined || refusal.status !== 1) {',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/gateway/reported-refusals.test.ts',
        test: 'long prompts of one user cost nobody the route, however often they come',
      },
    ],
  },
];
