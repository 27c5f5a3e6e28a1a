import type { Target } from './target.ts';

const control = 'server/src/control';
const payments = 'server/src/payments';
const paying = 'server/test/payments';

const named = (folder: string, names: readonly string[], ending = '.ts'): string[] =>
  names.map((name) => `${folder}/${name}${ending}`);
const tests = (folder: string, ...names: readonly string[]): string[] => named(folder, names, '.test.ts');

/** The rooms around calls: what payment services say, money that comes and goes, who is let in, and what leaves the service. */
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
    files: named(control, ['saved-cards']),
    rounds: [tests(paying, 'saved-card-rules')],
  },
  'queued work': {
    files: ['server/src/jobs/attempt-item.ts', 'server/src/jobs/send-webhooks.ts'],
    rounds: [['server/src/jobs/attempt-item.test.ts', 'server/src/jobs/send-webhooks.test.ts']],
  },
};
