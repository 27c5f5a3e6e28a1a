import type { Proof } from '../proof.ts';

/** What is charged, and what never is. */
export const moneyPromises: readonly Proof[] = [
  {
    name: 'every-ending',
    promise:
      'A call is charged only if its answer is HTTP 200, complete, and delivered. Whatever else happens, at the upstream, at the client or between, it costs nothing and the log says what happened.',
    for: 'users',
    file: 'server/test/gateway/outcome-table.test.ts',
    tests: 'all',
    rows: ['F16', 'F18', 'F20', 'F21', 'I5', 'I15'],
    minutesMax: 10,
  },
  {
    name: 'images',
    promise:
      'Images are charged by the number that was delivered, at the rate of the size and quality asked for; one that is not there within 110 seconds is free, and no upstream that may have begun to draw is asked again.',
    for: 'users',
    file: 'server/test/gateway/images.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'refused-is-free',
    promise: 'A refused call is free, takes no place in any limit, and reaches no upstream, at whichever stage it is refused.',
    for: 'users',
    file: 'server/test/gateway/refused-at-each-stage.test.ts',
    tests: 'all',
    rows: ['I5', 'I9', 'I10', 'I15'],
  },
  {
    name: 'price-to-the-nano',
    promise:
      'A charge is quantities times prices, rounded once, half up, to a billionth of a yuan, at the price in force when the call was admitted.',
    for: 'users',
    file: 'server/test/scenarios/money.test.ts',
    tests: ['a price', 'usage as upstreams report it', 'trial and paid money'],
    rows: ['F19', 'I2', 'I6', 'I16'],
  },
  {
    name: 'quarter',
    promise:
      'Over a quarter with refunds, caps, failures, price changes, payouts and invoices, statements and their files, exports of the log, ledger, balances, what may be invoiced and the audit agree to the nano, on both databases.',
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
      'A payment is credited once, however often and whenever it is reported, found by asking or repeated by hand, and through a crash; what is forged, not paid, of another sum or meant for others credits nothing.',
    for: 'users',
    file: 'server/test/subjects/payments/services.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'transfers-and-codes',
    promise:
      'A bank transfer is confirmed once and a code redeemed once, however many try at the same time and under whatever key.',
    for: 'users',
    file: 'server/test/subjects/payments/transfers-and-codes.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'invoices',
    promise:
      'Invoices are made of paid money that calls have used, of each yuan once, with tax numbers that are right, and an invoice goes from step to step as one person decides.',
    for: 'users',
    file: 'server/test/subjects/invoicing/invoices.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'receipts',
    promise:
      'Every call says line by line why it cost what it cost: parts of its tokens, steps of length, hours, service tiers, the multiplier and the one rounding. The receipt stays when prices change and models go.',
    for: 'users',
    file: 'server/test/scenarios/receipts.test.ts',
    tests: 'all',
    rows: ['F19', 'I2', 'I6', 'I7'],
  },
  {
    name: 'any-price-to-the-nano',
    promise:
      'Whatever rates, conditions and quantities a price and a call have, the charge is their exact sum, rounded once, and what a strict key sets aside covers it.',
    for: 'users',
    file: 'server/src/domain/catalog/rate-card.test.ts',
    tests: 'all',
    rows: ['I2', 'I6', 'I7'],
  },
  {
    name: 'strict-keys',
    promise: 'A strict key never pays more for a call than was set aside for it before the call.',
    for: 'users',
    file: 'server/test/scenarios/money.test.ts',
    tests: ['a strict key'],
    rows: ['I6'],
  },
  {
    name: 'money-model',
    promise:
      'No sequence of calls, songs, caps, credits, crashes, restarts and clock jumps spends, loses or invents a unit of money: after each step the books equal a model of two hundred lines. Songs are ordered, cancelled, refused, lost and made, while their process dies before or after each step; each is submitted at most once and charged once, or void.',
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
      'A song is charged by the price it was ordered at, once, or it is free: whatever becomes of its model, however many ask for it at once, whether its upstream is silent or fails inside of a status 200, and whichever of cancelling and making it is the faster.',
    for: 'users',
    file: 'server/test/music/money-of-songs.test.ts',
    tests: 'all',
    rows: ['I1', 'I3'],
    minutesMax: 10,
  },
  {
    name: 'caps-and-races',
    promise:
      'Calls that arrive at the same instant cannot overrun a cap: with a strict key exactly as many are admitted as the cap pays for; otherwise the excess is at most that of the calls in flight.',
    for: 'users',
    file: 'server/test/scenarios/races.test.ts',
    tests: ['50 calls at once against a cap worth 10'],
    rows: ['F23', 'I8'],
    minutesMax: 20,
  },
  {
    name: 'rate-and-concurrency',
    promise: 'Any 60 seconds admit at most the requests of the plan, exactly, and refused requests count for nothing.',
    for: 'users',
    file: 'server/test/scenarios/races.test.ts',
    tests: ['rate and concurrency'],
    rows: ['F23', 'I9', 'I10'],
    minutesMax: 20,
  },
  {
    name: 'changes-hold-at-once',
    promise:
      'A key that is deleted, disabled or reset, and a cap that is lowered, hold from the moment the change is answered: no later call is admitted under the old state.',
    for: 'users',
    file: 'server/test/scenarios/changes.test.ts',
    tests: ['a change is in force from its answer on'],
    rows: ['F32', 'I13'],
  },
  {
    name: 'cap-notices',
    promise: 'The notices of a cap come once each at 80, 90 and 100 %, and again after the cap is raised.',
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
      'Broken connections are free, and what can be taken so is bounded in money, calls in flight included: a key is slowed down, an account refused, nobody else touched.',
    for: 'operators',
    file: 'server/test/scenarios/broken-connections.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'ways-of-taking',
    promise:
      'By each of four ways, one after another and many at once, an account takes at most the stated sum and one call more, and the operator sees exactly that sum.',
    for: 'operators',
    file: 'server/test/scenarios/ways-of-taking.test.ts',
    tests: 'all',
    rows: ['F20', 'F21'],
  },
  {
    name: 'worth-of-left-calls',
    promise: 'Whatever a client breaks off, and however, has a worth that the bounds count.',
    for: 'operators',
    file: 'server/test/gateway/worth-of-left-calls.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'broken-connections-bound',
    promise: 'Whatever is broken off in whatever order, over restarts and on several nodes, the stated bound holds.',
    for: 'operators',
    file: 'server/src/domain/limits/broken-connections.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'broken-connections-fleet',
    promise: 'Two nodes have one figure of what was broken off, and calls in flight at both count together.',
    for: 'operators',
    file: 'server/test/fleet/broken-connections.test.ts',
    tests: 'all',
    rows: ['F20'],
  },
  {
    name: 'amounts-within-the-books',
    promise: 'An amount with which the books could overflow is refused in words when it is entered, and never set aside later.',
    for: 'operators',
    file: 'server/test/admin/amount-bounds.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'pots-of-money',
    promise:
      'Trial money, paid money and gifts are spent in that order, no pot is ever below zero, and together they are what credits and usage leave.',
    for: 'users',
    file: 'server/src/domain/books/ledger.test.ts',
    tests: 'all',
    rows: [],
  },
];
