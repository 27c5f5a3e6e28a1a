import type { Mutant } from './mutant.ts';

const room = 'server/src/payments';
const held = 'server/test/payments/held-answers.test.ts';
const unclear = 'server/test/payments/unclear-refunds.test.ts';
const disputes = 'server/test/payments/disputes.test.ts';
const goneBack = 'server/test/payments/gone-back.test.ts';
const rules = 'server/test/payments/payment-rules.test.ts';

/** A cell of the table of what reports and answers are held to, that is not compared. */
function unheld(cell: string, file: string, [find, replace]: readonly [string, string], test: string): Mutant {
  return {
    name: `payments: ${cell} is not held`,
    rival: 'one-api and its like (notifications believed for any merchant, order or amount)',
    reinserted: `${cell}: what differs is believed`,
    edits: [{ file: `${room}/${file}`, find, replace }],
    caughtBy: [{ file: held, test }],
  };
}

const cells: readonly Mutant[] = [
  unheld(
    'signature of an answer of Alipay',
    'alipay-protocol.ts',
    ["typeof sign === 'string' && isSignedBy(merchant.publicKey, content, sign)", "typeof sign === 'string'"],
    'signature: somebody else has signed: refused',
  ),
  unheld(
    'signature of a report of Alipay',
    'alipay-protocol.ts',
    ['return [...texts].some((text) => isSignedBy(publicKey, text, sign));', "return sign !== '';"],
    'signature: somebody else has signed: refused',
  ),
  unheld(
    'app of a report of Alipay',
    'alipay.ts',
    ['fields.app_id === merchant.appId;', "fields.app_id !== '';"],
    'merchant: names another app: refused',
  ),
  unheld(
    'seller of a report of Alipay',
    'alipay.ts',
    ['isOurApp && fields.seller_id === sellerId;', 'isOurApp;'],
    'merchant: names another seller: refused',
  ),
  unheld(
    'state of a report of Alipay',
    'alipay.ts',
    ["if (!paidStates.includes(status)) return { kind: 'ignored', what: status };", ''],
    'state: is not paid: ignored',
  ),
  unheld(
    'order of an answer of Alipay',
    'alipay.ts',
    [' || answer.out_trade_no !== id)', ')'],
    'order: is about another order: refused',
  ),
  unheld(
    'merchant of WeChat Pay',
    'wechat.ts',
    ['if (told.mchid !== mchid || told.appid !== appid) return null;', 'if (told.appid !== appid) return null;'],
    'merchant: names another merchant: refused',
  ),
  unheld(
    'app of WeChat Pay',
    'wechat.ts',
    ['if (told.mchid !== mchid || told.appid !== appid) return null;', 'if (told.mchid !== mchid) return null;'],
    'merchant: names another app: refused',
  ),
  unheld(
    'merchant of a refund of WeChat Pay',
    'wechat.ts',
    ["told.mchid !== mchid || typeof refundId !== 'string'", "typeof refundId !== 'string'"],
    'merchant: is a refund of another merchant: refused',
  ),
  unheld(
    'order of an answer of WeChat Pay',
    'wechat.ts',
    [' && told.out_trade_no === order.id;', ';'],
    'order: is about another order: refused',
  ),
  unheld(
    'state of an order of WeChat Pay that has gone back',
    'wechat.ts',
    ["state === 'REFUND' ? { ...payment, goneBack: 'unknown' } : payment", 'payment'],
    'state: has gone back, nobody knows how much of it: as told',
  ),
  unheld(
    'payment of a refund of WeChat Pay',
    'wechat.ts',
    ['told.out_refund_no !== refundId || told.transaction_id !== externalId', 'told.out_refund_no !== refundId'],
    'payment: is about another payment: refused',
  ),
  unheld(
    'signature of an answer of WeChat Pay',
    'wechat-protocol.ts',
    ["if (proved(answer) !== 'right') throw faultOf('the signature of an answer is not right');", ''],
    'signature: somebody else has signed: refused',
  ),
  unheld(
    'age of WeChat Pay',
    'wechat-protocol.ts',
    ['const toleranceMs = 300_000;', 'const toleranceMs = 3_000_000;'],
    'age: is 301 s old: refused',
  ),
  unheld(
    'age of a report of Stripe',
    'stripe.ts',
    ['const toleranceSeconds = 300;', 'const toleranceSeconds = 3000;'],
    'age: is 301 s old: refused',
  ),
  unheld(
    'order of an answer of Stripe',
    'stripe.ts',
    [
      "if (session.client_reference_id !== order.id) throw new PaymentServiceError('Stripe: an answer is about another order');",
      '',
    ],
    'order: is about another order: refused',
  ),
  unheld(
    'merchant of a report of Stripe',
    'stripe.ts',
    ['if (isLive && !event.livemode)', 'if (!isLive && !event.livemode)'],
    'merchant: is of tests, with a key for real money: ignored',
  ),
  unheld('state of Stripe', 'stripe.ts', [" || status !== 'paid'", ''], 'state: is not paid: ignored'),
  unheld(
    'payment of a refund of Stripe',
    'stripe-refunds.ts',
    ['if (told === null || told === intent) return refund;', 'if (told !== undefined) return refund;'],
    'payment: is about another payment: refused',
  ),
  unheld(
    'signature of a report of epay',
    'epay.ts',
    ["if (key === '' || !isEqual(signature(fields, key), sign))", "if (key === '' || sign === '')"],
    'signature: somebody else has signed: refused',
  ),
  unheld(
    'pid of a report of epay',
    'epay.ts',
    ["if (meant !== pid) return refusal('it is for another pid');", ''],
    'merchant: names another pid: refused',
  ),
  unheld('pid of an answer of epay', 'epay.ts', ['String(told.pid) !== pid || ', ''], 'merchant: is about another pid: refused'),
  unheld('order of an answer of epay', 'epay.ts', ['told.out_trade_no !== id || ', ''], 'order: is about another order: refused'),
  unheld(
    'state of a report of epay',
    'epay.ts',
    ["if (status !== 'TRADE_SUCCESS') return { kind: 'ignored', what: status };", ''],
    'state: is not paid: ignored',
  ),
];

/** Bugs of payments, of what they come for and of how they go back. */
export const paymentMutants: readonly Mutant[] = [
  ...cells,
  {
    name: 'payments: an unclear answer of Alipay ends a refund',
    rival: 'official samples, which read any code but 10000 as a refusal',
    reinserted: 'a system error is a refusal',
    edits: [{ file: `${room}/alipay-refunds.ts`, find: ' || unclearWords.test(subCode)', replace: '' }],
    caughtBy: [{ file: unclear, test: 'alipay 200 {"code":"40004","msg":"x","sub_code":"aop.ACQ.SYSTEM_ERROR"}' }],
  },
  {
    name: 'payments: an unclear answer of WeChat Pay ends a refund',
    rival: 'the same',
    reinserted: 'BIZERR_NEED_RETRY is a refusal',
    edits: [{ file: `${room}/wechat.ts`, find: ' || unclearRefusals.includes(code)', replace: '' }],
    caughtBy: [{ file: unclear, test: 'wechat 403 {"code":"BIZERR_NEED_RETRY"}' }],
  },
  {
    name: 'payments: a request of Stripe under way is a refusal',
    rival: 'the same',
    reinserted: 'lock_timeout is a refusal',
    edits: [{ file: `${room}/stripe-refunds.ts`, find: ' || underWayCodes.includes(error.code)', replace: '' }],
    caughtBy: [{ file: unclear, test: 'stripe 400 {"error":{"type":"invalid_request_error","code":"lock_timeout"' }],
  },
  {
    name: 'payments: the last word holds while the service is away',
    rival: 'an earlier state of this program',
    reinserted: 'money goes into the balance although the service may have given it back',
    edits: [
      {
        file: 'server/src/control/send-refunds.ts',
        find: "throw conflict('The payment service cannot be asked now whether it has given back after all. Try again in a few minutes.');",
        replace: 'return;',
      },
    ],
    caughtBy: [{ file: unclear, test: 'alipay: while the service cannot be asked' }],
  },
  {
    name: 'payments: any method pays an order',
    rival: 'new-api (an order paid by the notification of another method)',
    reinserted: 'a report of one service credits the order of another',
    edits: [
      {
        file: 'server/src/control/receive-payment.ts',
        find: "if (order?.method !== payment.method) return 'unknown';",
        replace: "if (order === null) return 'unknown';",
      },
    ],
    caughtBy: [{ file: rules, test: 'a report counts for orders of its own method alone' }],
  },
  {
    name: 'payments: the amount is not compared',
    rival: 'new-api controller/topup.go',
    reinserted: 'an order is credited whatever was paid',
    edits: [
      {
        file: 'server/src/domain/payments/payment-order.ts',
        find: "if (currency !== 'CNY' || amountFen !== order.amountFen)",
        replace: "if (currency !== 'CNY')",
      },
    ],
    caughtBy: [{ file: rules, test: 'what was never credited goes back as a whole, once' }],
  },
  {
    name: 'payments: a second operator sees another payer',
    rival: 'an earlier state of this program',
    reinserted: 'two operators who have seen different payers confirm a transfer',
    edits: [{ file: 'server/src/control/bank-transfers.ts', find: ' && first.payer === seen.payer;', replace: ';' }],
    caughtBy: [
      {
        file: 'server/test/payments/transfers-and-codes.test.ts',
        test: 'a sum above the limit needs a second operator who has seen the same',
      },
    ],
  },
  {
    name: 'payments: more than was asked for is approved',
    rival: 'an earlier state of this program',
    reinserted: 'an operator approves any amount',
    edits: [
      {
        file: 'server/src/control/payout-approval.ts',
        find: "if (amountFen > before.requestedFen) throw invalid('amount', 'must be at most what was asked for');",
        replace: '',
      },
    ],
    caughtBy: [{ file: rules, test: 'an operator approves no more than was asked for' }],
  },
  {
    name: 'payments: the payment of another order is given back',
    rival: 'an earlier state of this program',
    reinserted: 'a refund takes any payment of the method',
    edits: [
      {
        file: 'server/src/control/payout-approval.ts',
        find: "if (payment.orderId !== orderId) found(null, 'payment');",
        replace: '',
      },
    ],
    caughtBy: [{ file: rules, test: 'an operator gives back of a payment no more than is left of it' }],
  },
  {
    name: 'payments: any number of reports at once',
    rival: 'an earlier state of this program',
    reinserted: 'reports are worked on however many come',
    edits: [{ file: 'server/src/console-api/callbacks.ts', find: 'running >= atOnceMax', replace: 'running < 0' }],
    caughtBy: [{ file: rules, test: '64 reports at once are worked on' }],
  },
  {
    name: 'payments: a dispute that is over begins again',
    rival: 'gateways that read disputes in the order in which they come',
    reinserted: 'a late report of its beginning disables the account again',
    edits: [{ file: 'server/src/control/disputes.ts', find: 'if (isOver(dispute.state)) return;', replace: '' }],
    caughtBy: [{ file: disputes, test: 'opened, the money leaves the balance' }],
  },
  {
    name: 'payments: a disputed payment stays in the balance',
    rival: 'one-api and its like, which know no disputes',
    reinserted: 'money that a bank has taken can be spent and returned',
    edits: [
      {
        file: 'server/src/control/disputes.ts',
        find: "else if (told.standing !== 'inquiry') await takeAway(context, principal, disputed, told);",
        replace: '',
      },
    ],
    caughtBy: [{ file: disputes, test: 'lost, the money has left for good' }],
  },
  {
    name: 'payments: what has gone back is credited in full',
    rival: 'one-api and its like, which know no refunds',
    reinserted: 'a payment that was refunded in part before it was learned of is credited as a whole',
    edits: [
      {
        file: `${room}/stripe-refunds.ts`,
        find: 'return goneBack.length === 0 ? payment : { ...payment, goneBack };',
        replace: 'return goneBack.length < 0 ? { ...payment, goneBack } : payment;',
      },
    ],
    caughtBy: [{ file: goneBack, test: 'learned of late, a payment credits what is left of it' }],
  },
];
