import type { Proof } from '../proof.ts';

/** What is charged, and what never is. */
export const moneyPromises: readonly Proof[] = [
  {
    name: 'every-ending',
    promise:
      'A call is charged only if its response is HTTP 200, complete, and delivered. Any other call is free, whether the upstream, the client or the network failed, and the log says what happened.',
    for: 'users',
    file: 'server/test/gateway/outcome-table.test.ts',
    tests: 'all',
    rows: ['F16', 'F18', 'F20', 'F21', 'I5', 'I15'],
    minutesMax: 10,
  },
  {
    name: 'images',
    promise:
      'Images are charged by the delivered number, at the rate of the requested size and quality. An image that does not arrive within 110 seconds is free. An upstream that may have begun to draw is not asked again.',
    for: 'users',
    file: 'server/test/gateway/images.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'refused-is-free',
    promise: 'A refused call is free, counts towards no limit, and reaches no upstream, at whichever stage it is refused.',
    for: 'users',
    file: 'server/test/gateway/refused-at-each-stage.test.ts',
    tests: 'all',
    rows: ['I5', 'I9', 'I10', 'I15'],
  },
  {
    name: 'price-to-the-nano',
    promise:
      'A charge is quantities times prices, rounded once, half up, to a billionth of a yuan. The price is the one in force when the call was admitted.',
    for: 'users',
    file: 'server/test/scenarios/money.test.ts',
    tests: ['a price', 'usage as upstreams report it', 'trial and paid money'],
    rows: ['F19', 'I2', 'I6', 'I16'],
  },
  {
    name: 'quarter',
    promise:
      'Over a generated quarter, statements, exports, ledger, balances, invoiceable amounts and the audit agree to the nano, on both databases. The quarter has refunds, caps, failures, price changes, payouts and invoices.',
    for: 'users',
    file: 'server/test/money-model/quarter/quarter.test.ts',
    tests: 'all',
    rows: [],
    minutesMax: 90,
    besideOthers: true,
  },
  {
    name: 'payments',
    promise:
      'A payment is credited once, however often it is reported, queried or repeated by hand, and across a crash. A forged, unpaid, foreign or mismatched report credits nothing.',
    for: 'users',
    file: 'server/test/subjects/payments/services.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'transfers-and-codes',
    promise:
      'A bank transfer is confirmed once and a code is redeemed once, however many people try at the same time and with any key.',
    for: 'users',
    file: 'server/test/subjects/payments/transfers-and-codes.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'invoices',
    promise:
      'Invoices cover only paid money that calls have used, each yuan once, with valid tax numbers. Concurrent decisions move an invoice one step, as one person decided.',
    for: 'users',
    file: 'server/test/subjects/invoicing/invoices.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'receipts',
    promise:
      'Every call has a receipt that explains its charge line by line: tokens, length tiers, hours, service tiers, the multiplier and the single rounding. The receipt stays when prices change and models are removed.',
    for: 'users',
    file: 'server/test/scenarios/receipts.test.ts',
    tests: 'all',
    rows: ['F19', 'I2', 'I6', 'I7'],
  },
  {
    name: 'any-price-to-the-nano',
    promise:
      "For any rates, conditions and quantities, the charge is their exact sum, rounded once, and a strict key's reservation covers it.",
    for: 'users',
    file: 'server/src/domain/catalog/rate-card.test.ts',
    tests: 'all',
    rows: ['I2', 'I6', 'I7'],
  },
  {
    name: 'strict-keys',
    promise: 'A call of a strict key never costs more than its reservation.',
    for: 'users',
    file: 'server/test/scenarios/money.test.ts',
    tests: ['a strict key'],
    rows: ['I6'],
  },
  {
    name: 'money-model',
    promise:
      'No sequence of calls, songs, caps, credits, crashes, restarts and clock jumps spends, loses or invents money. After each step the books equal a model of two hundred lines. Songs are ordered, cancelled, refused, lost and completed while their process dies before or after each step. Each song is submitted at most once, and charged once or void.',
    for: 'operators',
    file: 'server/test/money-model.test.ts',
    tests: 'all',
    rows: ['F24', 'I1', 'I3', 'I4', 'I7', 'L2'],
    minutesMax: 75,
    besideOthers: true,
  },
  {
    name: 'songs',
    promise:
      'A song is charged once, at the price of its order, or it is free. Removed models, concurrent queries, silent upstreams, faults inside a status 200 and late cancellations do not change that.',
    for: 'users',
    file: 'server/test/music/money-of-songs.test.ts',
    tests: 'all',
    rows: ['I1', 'I3'],
    minutesMax: 10,
  },
  {
    name: 'caps-and-races',
    promise:
      'Concurrent calls cannot overrun a cap. With a strict key, exactly as many calls are admitted as the cap pays for. Otherwise the excess is at most that of the calls in flight.',
    for: 'users',
    file: 'server/test/scenarios/races.test.ts',
    tests: ['50 calls at once against a cap worth 10'],
    rows: ['F23', 'I8'],
    minutesMax: 20,
  },
  {
    name: 'rate-and-concurrency',
    promise: 'Any 60 seconds admit exactly the requests of the plan at most, and refused requests do not count.',
    for: 'users',
    file: 'server/test/scenarios/races.test.ts',
    tests: ['rate and concurrency'],
    rows: ['F23', 'I9', 'I10'],
    minutesMax: 20,
  },
  {
    name: 'changes-hold-at-once',
    promise:
      'Deleting, disabling or resetting a key and lowering a cap take effect when the change is answered. No later call is admitted under the old state.',
    for: 'users',
    file: 'server/test/scenarios/changes.test.ts',
    tests: ['a change is in force from its answer on'],
    rows: ['F32', 'I13'],
  },
  {
    name: 'cap-notices',
    promise: 'A cap sends one notice each at 80, 90 and 100 %, and again after the cap is raised.',
    for: 'users',
    file: 'server/test/scenarios/caps.test.ts',
    tests: ['notices of a cap'],
    rows: ['I14'],
  },
  {
    name: 'cap-windows',
    promise: 'A charge counts on the day and in the month that admitted its call, however late the call ends.',
    for: 'users',
    file: 'server/test/scenarios/caps.test.ts',
    tests: ['a cap'],
    rows: ['F25', 'I8', 'I19'],
  },
  {
    name: 'broken-connections',
    promise:
      'Calls with broken connections are free, within a limit in money that includes calls in flight. Beyond it a key is slowed down or an account is refused, and nobody else is affected.',
    for: 'operators',
    file: 'server/test/scenarios/broken-connections.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'ways-of-taking',
    promise:
      'By each of four ways, one after another or concurrently, an account takes at most the stated sum and one call more. The operator sees exactly that sum.',
    for: 'operators',
    file: 'server/test/scenarios/ways-of-taking.test.ts',
    tests: 'all',
    rows: ['F20', 'F21'],
  },
  {
    name: 'worth-of-left-calls',
    promise: 'Every call that a client breaks off has a worth that the limits count.',
    for: 'operators',
    file: 'server/test/gateway/worth-of-left-calls.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'broken-connections-bound',
    promise: 'The stated limit on broken connections holds for any order of broken calls, over restarts and on several nodes.',
    for: 'operators',
    file: 'server/src/domain/limits/broken-connections.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'broken-connections-fleet',
    promise: 'Two nodes share one figure for broken connections, and calls in flight at both count together.',
    for: 'operators',
    file: 'server/test/fleet/broken-connections.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'amounts-within-the-books',
    promise:
      'An amount that could overflow the books is refused with an explanation when it is entered, and never reserved later.',
    for: 'operators',
    file: 'server/test/admin/amount-bounds.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'pots-of-money',
    promise:
      'Trial money, paid money and gifts are spent in that order. None is ever below zero, and together they are credits less usage.',
    for: 'users',
    file: 'server/src/domain/books/ledger.test.ts',
    tests: 'all',
    rows: [],
  },
];
