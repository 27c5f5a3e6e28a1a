import { noticeKind } from './notice-kind.ts';

/** About the account itself: its balance, its prices, how people get in. */
export const accountNotices = {
  balance_low: noticeKind({
    params: ['available', 'threshold'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ available, threshold }, { money }) => ({
        title: `余额还剩 ${money(available)}，低于 ${money(threshold)}`,
        detail: '余额用完后，调用会被拒绝，不收费。充值后，余额再次低于这个数时会再提醒。',
        action: '去充值',
      }),
      en: ({ available, threshold }, { money }) => ({
        title: `The balance is ${money(available)}, below ${money(threshold)}`,
        detail:
          'Once it is used up, calls are refused and not charged. After a top-up you are told again when it falls below this sum.',
        action: 'Top up',
      }),
    },
  }),
} as const;
