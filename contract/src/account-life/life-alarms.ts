import { alarmKind } from '../alarms/alarm-kind.ts';

const requests: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  dedicated: { zh: '专属通道', en: 'dedicated channel' },
  deployment: { zh: '私有化部署', en: 'private deployment' },
};

/** Alarms about data exports and closures of accounts. */
export const lifeAlarms = {
  contract_signed: alarmKind({
    params: ['account', 'request'],
    words: {
      zh: {
        title: '有账号上传了已签署的合同',
        line: ({ account, request }) => `账号 ${account}：${requests[request]?.zh ?? request}`,
        remedy: '请在运营后台的申请页下载核对，再推进到下一阶段。',
      },
      en: {
        title: 'An account has uploaded a signed contract',
        line: ({ account, request }) => `Account ${account}: ${requests[request]?.en ?? request}`,
        remedy: 'Download and check it on the requests page, then move the request to the next stage.',
      },
    },
  }),
  closing_waits: alarmKind({
    params: ['account', 'amount'],
    words: {
      zh: {
        title: '注销中的账号等待退款',
        line: ({ account, amount }) => `账号 ${account}：待退 ${amount} CNY`,
        remedy: '请在账号页退回余额，或填写原因后确认无需退款。在此之前，个人信息不会删除。',
      },
      en: {
        title: 'An account being closed is waiting for its payout',
        line: ({ account, amount }) => `Account ${account}: ${amount} CNY to be paid out`,
        remedy:
          'Pay out the balance, or enter on the account page why no payout is needed. Until then, personal data is not erased.',
      },
    },
  }),
} as const;
