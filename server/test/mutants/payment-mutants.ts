import type { Mutant } from './mutant.ts';

const room = 'server/src/payments';
const held = 'server/test/subjects/payments/held-answers.test.ts';

/** Skips the comparison of one cell in the table of requirements for reports and responses. */
function unheld(cell: string, file: string, [find, replace]: readonly [string, string], test: string): Mutant {
  return {
    name: `payments: ${cell} is not checked`,
    rival: 'one-api and similar gateways (notifications accepted for any merchant, order or amount)',
    reinserted: `${cell}: a mismatch is accepted`,
    edits: [{ file: `${room}/${file}`, find, replace }],
    caughtBy: [{ file: held, test }],
  };
}

/** One bug per requirement for reports and responses of payment services. */
export const paymentMutants: readonly Mutant[] = [
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
