/** Mutants that no test can notice, with the reason. Identified by the change, even if its line moves. */
export interface Explained {
  readonly file: string;
  /** As in the name of the mutant. */
  readonly change: string;
  readonly reason: string;
}

const rateCard = 'server/src/domain/catalog/rate-card.ts';
const subjects = 'server/src/subjects';
const delivery = 'server/src/http/delivery.ts';
const takings = 'server/src/domain/limits/account-takings.ts';
const payments = 'server/src/payments';
const throttle = 'server/src/domain/limits/broken-connections.ts';

export const explained: readonly Explained[] = [
  ...['cached + written <= prompt', 'reasoning <= completion'].map((bound) => ({
    file: 'server/src/dialects/shared/usage/usage-convention.ts',
    change: `moved by one: ${bound}`,
    reason: 'a part as large as its whole is read the same way by the longer path',
  })),
  { file: rateCard, change: 'moved by one: rate > most', reason: 'of two equal rates either is the largest' },
  { file: rateCard, change: 'moved by one: at < this.variants.length', reason: 'there is no variant one place further on' },
  {
    file: rateCard,
    change: 'removed: this.#flat.set(holding, made);',
    reason: 'what is not kept is made anew, and comes out the same',
  },
  {
    file: 'server/src/gateway/meter.ts',
    change: 'moved by one: worth > call.reservation.amount',
    reason: 'of two equal amounts either is the charge',
  },
  {
    file: 'server/src/gateway/settle.ts',
    change: 'moved by one: passed.length > 0',
    reason: 'where no bound was passed there is nothing to be told of',
  },
  ...['negated', 'moved by one'].map((rule) => ({
    file: 'server/src/gateway/read-scanned.ts',
    change: `${rule}: memory.bytes > largeBodyBytes`,
    reason: 'when a call goes on, a turn of the loop later or not, changes nothing that it does; the bench measures the loop',
  })),
  {
    file: 'server/src/gateway/read-scanned.ts',
    change: 'removed: await nextTurn();',
    reason: 'the same: the rest of the work is done in this turn of the loop instead of the next',
  },
  {
    file: 'server/src/gateway/read-scanned.ts',
    change: 'negated: reading instanceof Promise',
    reason: 'a promise that is not waited for here is waited for by whoever waits for this function',
  },
  {
    file: 'server/src/gateway/admit/reserve.ts',
    change: 'moved by one: newer.heldMax > verdict.heldMax',
    reason: 'asked again with the same bound, the limits say the same',
  },
  {
    file: 'server/src/providers/sandbox/chat/chat-request.ts',
    change: 'moved by one: at < text.length',
    reason: 'one empty piece more counts nothing',
  },
  {
    file: 'server/src/providers/sandbox/chat/chat-request.ts',
    change: 'moved by one: counted < countedCharactersPerTurn',
    reason:
      'a piece of exactly that size begins a turn of its own or shares it with the next one: how long a turn is is no figure',
  },
  {
    file: delivery,
    change: 'removed: action?.();',
    reason: 'whoever sets an action has looked at `left` in the same turn; this is for one that forgets to',
  },
  {
    file: delivery,
    change: 'moved by one: this.#underWayBytes > unshownBytesMax',
    reason: 'at the end of an answer of just this size, the last of its connection, our side ends it now or a moment later',
  },
  ...['share > amount', 'each < least', 'taken < leftEarly'].map((comparison) => ({
    file: takings,
    change: `moved by one: ${comparison}`,
    reason: 'of two equal amounts either is the larger, and the smaller',
  })),
  ...['reserved > 0n', 'left > 0n'].map((comparison) => ({
    file: throttle,
    change: `moved by one: ${comparison}`,
    reason: 'an entry of 0 says what none says',
  })),
  { file: throttle, change: 'moved by one: room < 0n', reason: 'no room is shown as 0, and 0 as 0' },
  { file: throttle, change: 'moved by one: charged > 0n', reason: 'a charge of 0 adds nothing to what was charged' },
  {
    file: 'server/src/domain/limits/rolling-sum.ts',
    change: 'moved by one: hour > this.#newest',
    reason: 'a second look at the same hour finds nothing past that the first did not',
  },
  {
    file: 'server/src/identity/sign-in-queue.ts',
    change: 'moved by one: each.length > most.length',
    reason: 'of two who have as much waiting either gives up a place',
  },
  {
    file: 'server/src/exports/sheet-xml.ts',
    change: 'moved by one: text.length <= cellMax',
    reason: 'a text of just this length comes out the same the longer way',
  },
  {
    file: 'server/src/tasks/task-record.ts',
    change: 'moved by one: worth > amount',
    reason: 'of two equal amounts either is the charge',
  },
  {
    file: 'server/src/tasks/submit-task.ts',
    change: 'removed: await nextTurn();',
    reason: 'the rest is read in this turn of the loop instead of the next: what is read stays the same',
  },
  {
    file: 'server/src/exports/csv-file.ts',
    change: 'moved by one: piece.length < pieceLength',
    reason: 'a piece of just this size goes out by itself or with the next rows: the file is the same',
  },
  {
    file: 'server/src/exports/zip-pieces.ts',
    change: 'removed: fault.promise.catch(() => undefined);',
    reason: 'from the first piece on somebody waits for it',
  },
  {
    file: 'server/src/exports/zip-pieces.ts',
    change: "negated: typeof read.value === 'string'",
    reason: 'pieces are bytes, and a copy of them is the same',
  },
  {
    file: 'server/src/exports/xlsx-file.ts',
    change: 'moved by one: piece.length < pieceLength',
    reason: 'the same',
  },
  {
    file: `${subjects}/ledger/statements/statements.ts`,
    change: 'moved by one: last.startsAtMs > fromMs',
    reason: 'one month more would end where the frozen ones do, and is left out below',
  },
  {
    file: `${subjects}/ledger/statements/statements.ts`,
    change: 'moved by one: endsAtMs > fromMs',
    reason: 'no month is listed that ends where the frozen ones do',
  },
  ...[
    "removed: requireWholeAccount(principal, 'account');",
    'removed: await findWholeAccount(context, principal, accountId);',
  ].map((change) => ({
    file: `${subjects}/payments/payouts/payouts.ts`,
    change,
    reason: 'what reads the money or the return asks for the same; where nothing does, a test notices',
  })),
  {
    file: 'server/src/control-http/file-body.ts',
    change: 'removed: next();',
    reason: 'whether a request goes on whose client has left, nobody sees; where the client is there, a test notices',
  },
  {
    file: `${subjects}/payments/payouts/payout-approval.ts`,
    change: 'moved by one: leftFen > 0n',
    reason: 'nothing left is shown as 0, and 0 as 0',
  },
  {
    file: `${subjects}/payments/orders/bank-transfers.ts`,
    change: "removed: requireOperator(principal, 'payment');",
    reason: 'what finds the order of the payment asks for the same, before anything is decided',
  },
  ...['monthlyCap > dailyCap', 'charge > most'].map((comparison) => ({
    file: `${subjects}/tenants/keys/suggested-caps.ts`,
    change: `moved by one: ${comparison}`,
    reason: 'of two equal amounts either is the larger',
  })),
  ...['payout-approval', 'payout-parts'].map((name) => ({
    file: `${subjects}/payments/payouts/${name}.ts`,
    change: "removed: requireOperator(principal, 'return');",
    reason: 'what finds the return asks for the same, before anything is done',
  })),
  {
    file: `${subjects}/payments/orders/bank-transfers.ts`,
    change: "removed: requireOperator(principal, 'order');",
    reason: 'what finds the order asks for the same; where nothing does, a test notices',
  },
  ...['alipay-protocol', 'epay'].map((name) => ({
    file: `${payments}/${name}.ts`,
    change: 'moved by one: left < right',
    reason: 'names of fields are put in order, and no two of them are equal',
  })),
  {
    file: `${payments}/alipay-protocol.ts`,
    change: 'moved by one: at < text.length',
    reason: 'behind the last character there is none that opens or closes an object',
  },
];
