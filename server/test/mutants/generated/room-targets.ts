import type { Target } from './target.ts';

const engine = 'server/src/identity/engine';
const identity = 'server/src/identity';
const payments = 'server/src/payments';
const paying = 'server/test/subjects/payments';
const subjects = 'server/src/subjects';

const named = (folder: string, names: readonly string[], ending = '.ts'): string[] =>
  names.map((name) => `${folder}/${name}${ending}`);
const tests = (folder: string, ...names: readonly string[]): string[] => named(folder, names, '.test.ts');

/** The rooms around calls: payment services, incoming and outgoing money, access, and outgoing messages. */
export const roomTargets: Readonly<Record<string, Target>> = {
  payments: {
    files: named(payments, [
      ...['alipay-protocol', 'alipay', 'alipay-refunds', 'epay', 'wechat', 'wechat-protocol', 'wechat-keys'],
      ...['stripe', 'stripe-ids', 'stripe-refunds', 'stripe-saved', 'bounded-answer', 'payment-keys', 'payment-reading'],
    ]),
    rounds: [
      [
        ...tests(payments, 'payment-keys', 'payment-reading'),
        ...tests(paying, 'held-answers', 'reported-events', 'asked-services', 'stripe-cards'),
      ],
      tests(paying, 'wechat-keys'),
    ],
    skip: 'PostgreSQL',
  },
  'saved cards': {
    files: named(`${subjects}/payments/cards`, ['saved-cards']),
    rounds: [tests(paying, 'saved-card-rules')],
  },
  'money that goes back': {
    files: named(`${subjects}/payments/payouts`, ['payout-approval', 'payout-parts', 'payouts', 'send-refunds']),
    rounds: [tests(paying, 'payout-rules', 'refund-rules', 'payout-request-rules'), tests(paying, 'auto-top-up-cards')],
    skip: 'PostgreSQL',
  },
  'money that comes': {
    files: named(`${subjects}/payments/orders`, ['receive-payment', 'bank-transfers']),
    rounds: [tests(paying, 'received-rules')],
  },
  'who is let in': {
    files: [
      ...named(engine, ['proofs/fresh-proof', 'sign-up/person-name', 'proofs/proving', 'sign-up/sign-up-rules']),
      ...named(identity, ['sign-in-queue', 'sign-in-origins', 'signed-token']),
    ],
    rounds: [
      [
        ...tests(engine, 'proofs/fresh-proof', 'sign-up/person-name', 'proofs/proving', 'sign-up/sign-up-rules'),
        ...tests(identity, 'sign-in-queue', 'sign-in-origins'),
      ],
    ],
  },
  'keys and caps': {
    files: named(`${subjects}/tenants`, [
      'caps',
      ...['key-settings', 'key-state', 'keys', 'suggested-caps', 'binding-limit'].map((name) => `keys/${name}`),
    ]),
    rounds: [tests('server/test/subjects/tenants', 'key-rules')],
  },
  bills: {
    files: named(`${subjects}/ledger`, ['billing', 'statements/statements']),
    rounds: [tests(`${subjects}/ledger`, 'billing', 'statements/statements')],
  },
  files: {
    files: ['server/src/control-http/file-body.ts', 'server/src/subjects/payments/callback-routes.ts'],
    rounds: [tests('server/src/control-http', 'file-body'), tests(paying, 'callbacks')],
  },
  exports: {
    files: named('server/src/exports', ['csv-file', 'large-pieces', 'sheet-xml', 'with-pauses', 'xlsx-file', 'zip-pieces']),
    // An unhandled error ends the process of the other tests.
    rounds: [
      tests('server/src/exports', 'zip-pieces'),
      tests('server/src/exports', 'csv-file', 'large-pieces', 'sheet-xml', 'with-pauses'),
    ],
    accountedShareMin: 0.9,
  },
  'songs that are ordered': {
    files: named('server/src/tasks', ['submit-task', 'keep-songs', 'task-record', 'task-route']),
    rounds: [tests('server/src/tasks', 'submit-task', 'keep-songs', 'task-record')],
  },
  'queued work': {
    files: ['server/src/jobs/attempt-item.ts', 'server/src/subjects/notices/send-webhooks-job.ts'],
    rounds: [['server/src/jobs/attempt-item.test.ts', 'server/src/subjects/notices/send-webhooks-job.test.ts']],
  },
};
