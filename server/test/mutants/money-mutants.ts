import type { Mutant } from './mutant.ts';

const pipeline = 'server/src/gateway/pipeline.ts';
const settle = 'server/src/gateway/settle.ts';
const coordination = 'server/src/coordination/memory/memory-coordination.ts';
const counters = 'server/src/coordination/memory/money-counters.ts';
const shared = 'server/src/coordination/redis/redis-coordination.ts';
const price = 'server/src/domain/catalog/price.ts';
const commitQueue = 'server/src/books/commit-queue.ts';

const ofCoordination = 'server/src/coordination/memory/memory-coordination.test.ts';
const races = 'server/test/scenarios/races.test.ts';
const moneyModel = {
  file: 'server/test/money-model.test.ts',
  test: 'no sequence of calls, caps, credits, crashes, restarts and clock jumps spends, loses or invents a unit of money',
};

/** Bugs that cost money. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: 'check-then-act',
    rival: 'LiteLLM #26672 #34732 #40095; new-api #5690',
    reinserted: 'admission checks all limits, then takes the money in a later step',
    edits: [
      { file: coordination, find: '#decide(request: AdmitRequest', replace: 'async #decide(request: AdmitRequest' },
      {
        file: coordination,
        find: 'for (const [index, limits] of request.rates.entries()) limiters[index]?.admit(',
        replace: `await new Promise((resolve) => setImmediate(resolve));
    for (const [index, limits] of request.rates.entries()) limiters[index]?.admit(`,
      },
    ],
    caughtBy: [
      { file: races, test: 'strict: exactly 10 are admitted and the cap is never exceeded' },
      { file: ofCoordination, test: 'no interleaving of admit, settle, void and a changed cap overspends' },
    ],
  },
  {
    name: 'async charge',
    rival: 'one-api relay/controller/text.go (charge in a goroutine, batches kept in memory); LiteLLM #38157',
    reinserted: 'a call counts as over once its response is sent, and is charged a second later in the background',
    edits: [
      {
        file: pipeline,
        find: 'log(context, result, await settle(context, result));',
        replace: `setTimeout(() => {
      void settle(context, result).then((notices) => {
        log(context, result, notices);
      });
    }, 1000);`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/scenarios/crash.test.ts',
        test: 'ends the process with exit code 1, after running calls got an error and what was delivered was written down',
      },
      {
        file: 'server/test/faults/drain.test.ts',
        test: 'with 100 open streams and new calls: readiness fails first, every stream ends whole and is charged',
      },
    ],
  },
  {
    name: 'no refund on connect error',
    rival: 'one-api relay/controller/text.go; #2440',
    reinserted: 'a call keeps its reservation although no upstream could be reached',
    edits: [
      {
        file: settle,
        find: "if (metered.outcome.kind === 'unadmitted') return",
        replace:
          "if (metered.outcome.kind === 'unadmitted' || (metered.outcome.work === null && metered.errorCode === 'upstream_unavailable')) return",
      },
    ],
    caughtBy: [
      {
        file: 'server/test/gateway/outcome-table.test.ts',
        test: 'an upstream that cannot be reached: 503, not charged, in both forms, and the reservation is released',
      },
    ],
  },
  {
    name: 'double refund',
    rival: 'new-api #6074',
    reinserted: 'nothing records that a call is settled, so settling it twice releases its money twice',
    edits: [{ file: coordination, find: 'this.#open.delete(reservation.callId);', replace: '' }],
    caughtBy: [moneyModel],
  },
  {
    name: 'float money',
    rival: 'LiteLLM, one-api (prices and sums are floating-point numbers)',
    reinserted: 'a charge is computed in floating point',
    edits: [
      {
        file: price,
        find: 'return divideHalfUp(perMillion * multiplierPpm, tokensPerQuote * listPricePpm);',
        replace:
          'return BigInt(Math.round((Number(perMillion) * Number(multiplierPpm)) / Number(tokensPerQuote * listPricePpm)));',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/domain/catalog/price.test.ts',
        test: 'a charge is the exact sum of quantity times rate, rounded half up once to a billionth of a CNY',
      },
    ],
  },
  {
    name: 'int32 overflow',
    rival: 'new-api CVE-2026-71479 (negative charge = credit)',
    reinserted: 'a charge is stored in 32 bits',
    edits: [
      {
        file: price,
        find: 'return divideHalfUp(perMillion * multiplierPpm, tokensPerQuote * listPricePpm);',
        replace: 'return BigInt.asIntN(32, divideHalfUp(perMillion * multiplierPpm, tokensPerQuote * listPricePpm));',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/domain/catalog/price.test.ts',
        test: 'a charge is the exact sum of quantity times rate, rounded half up once to a billionth of a CNY',
      },
    ],
  },
  {
    name: 'per-replica counter',
    rival: 'Bifrost #3547 (caps per replica)',
    reinserted: 'each process counts only its own spending of a key, from 0, and ignores what others have stored or shared',
    edits: [
      {
        file: shared,
        find: 'const windows = request.money.map(({ window }) => window);',
        replace: `const own = (limit) => ({ ...limit, window: \`\${this.#options.incarnation}.\${limit.window}\` });
    request = { ...request, money: request.money.map((limit) => (limit.scope === 'account' ? limit : own(limit))) };
    const windows = request.money.map(({ window }) => window);`,
      },
      {
        file: shared,
        find: "const reply = await this.#ask(accountId, windows, 'figures', []);",
        replace: `windows = windows.map((window) => (window.includes(':') ? \`\${this.#options.incarnation}.\${window}\` : window));
    const reply = await this.#ask(accountId, windows, 'figures', []);`,
      },
      { file: counters, find: 'this.#put(dayName, used.day);', replace: 'this.#put(dayName, 0n);' },
      { file: counters, find: 'this.#put(monthName, used.month);', replace: 'this.#put(monthName, 0n);' },
    ],
    caughtBy: [
      moneyModel,
      { file: ofCoordination, test: 'spending of earlier processes counts, in windows that begin while this one runs too' },
      {
        file: 'server/test/coordination/fleet.test.ts',
        test: 'a cap worth 10 admits exactly 10 of 50 strict calls at once, split over two nodes',
      },
    ],
  },
  {
    name: 'pop-before-commit',
    rival: 'LiteLLM #38157 #34805 #34820 #33872',
    reinserted: 'a group of records leaves the queue before its commit, and a failed commit does not restore it',
    edits: [{ file: commitQueue, find: 'if (!flight.isSpilled) this.#unsaved.putBack(flight.taken);', replace: '' }],
    caughtBy: [
      {
        file: 'server/test/storage/books-outages.test.ts',
        test: 'that begins and ends at any commit, before or after it took effect, loses nothing and stores nothing twice',
      },
    ],
  },
];
