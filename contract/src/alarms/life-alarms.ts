import { alarmKind } from './alarm-kind.ts';

/** About accounts that are being closed. */
export const lifeAlarms = {
  closing_waits: alarmKind({
    params: ['account', 'amount'],
    words: {
      zh: {
        title: '注销中的账号等待退款',
        line: ({ account, amount }) => `账号 ${account}：还有 ${amount} CNY 要退`,
        remedy: '在账户页退回余额，或写明原因后确认不用退。在此之前，个人信息不会删除。',
      },
      en: {
        title: 'An account that is being closed waits for its payout',
        line: ({ account, amount }) => `Account ${account}: ${amount} CNY are to be returned`,
        remedy:
          'Pay the balance out, or say on the page of the account why nothing is to be returned. Until then personal data is not erased.',
      },
    },
  }),
} as const;
