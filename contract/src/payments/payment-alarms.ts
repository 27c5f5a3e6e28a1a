import { alarmKind } from '../alarms/alarm-kind.ts';

/** Alarms about incoming payments and refunds. */
export const paymentAlarms = {
  payment_mismatch: alarmKind({
    params: ['method', 'order', 'fault'],
    words: {
      zh: {
        title: '收款与订单不一致',
        line: ({ method, order, fault }) => `${method}，订单 ${order}：${fault}`,
        remedy: '这笔款项未入账。请在运营后台的充值页核对，再确认或退款。',
      },
      en: {
        title: 'A payment does not match its order',
        line: ({ method, order, fault }) => `${method}, order ${order}: ${fault}`,
        remedy: 'Nothing was credited. Check the payment on the top-ups page, then confirm or refund it.',
      },
    },
  }),
  payment_after_end: alarmKind({
    params: ['method', 'order', 'account'],
    words: {
      zh: {
        title: '账号已注销或正在注销，又收到一笔付款',
        line: ({ method, order, account }) => `${method}，订单 ${order}，账号 ${account}`,
        remedy: '款项已入账。请在运营后台的充值页打开该订单，退款给付款人。',
      },
      en: {
        title: 'A payment arrived for an account that is closed or being closed',
        line: ({ method, order, account }) => `${method}, order ${order}, account ${account}`,
        remedy: 'The payment was credited. Open the order on the top-ups page and refund it.',
      },
    },
  }),
  payment_disputed: alarmKind({
    params: ['order', 'account'],
    words: {
      zh: {
        title: '一笔付款有争议',
        line: ({ order, account }) => `订单 ${order}，账号 ${account} 已冻结`,
        remedy: '请在支付平台的后台回应争议。处理后，在账号页决定是否解除冻结。',
      },
      en: {
        title: 'A payment is disputed',
        line: ({ order, account }) => `Order ${order}; account ${account} is disabled`,
        remedy:
          "Respond to the dispute in the payment service's dashboard. Then decide on the account page whether to enable the account again.",
      },
    },
  }),
  dispute_ended: alarmKind({
    params: ['order', 'account', 'how'],
    words: {
      zh: {
        title: '一笔付款争议已结束',
        line: ({ order, account, how }) =>
          how === 'won'
            ? `胜诉：订单 ${order}，账号 ${account}，款项已回到余额`
            : `败诉：订单 ${order}，账号 ${account}，款项已从余额扣除`,
        remedy: '胜诉时，因争议冻结的账号会自动解除冻结。败诉时账号保持冻结，请核对余额和已开具的发票。',
      },
      en: {
        title: 'A dispute has ended',
        line: ({ order, account, how }) =>
          how === 'won'
            ? `Won: order ${order}, account ${account}. The amount is back in the balance`
            : `Lost: order ${order}, account ${account}. The amount was deducted from the balance`,
        remedy:
          'If you won, the account that the dispute disabled is enabled again. If you lost, it stays disabled: check its balance and invoices.',
      },
    },
  }),
  payment_reversed: alarmKind({
    params: ['method', 'order', 'fault'],
    words: {
      zh: {
        title: '一笔付款在支付平台退款，需要核对',
        line: ({ method, order, fault }) => `${method}，订单 ${order}：${fault}`,
        remedy: '请将支付平台后台的退款与运营后台的订单和退款记录核对，再调整账号余额。',
      },
      en: {
        title: 'A payment was refunded at the payment service and needs checking',
        line: ({ method, order, fault }) => `${method}, order ${order}: ${fault}`,
        remedy:
          "Compare the refunds of this payment in the payment service's dashboard with the order and its refunds here, then adjust the balance.",
      },
    },
  }),
  payment_report_refused: alarmKind({
    params: ['method', 'fault'],
    words: {
      zh: {
        title: '支付通知的签名无法验证',
        line: ({ method, fault }) => `${method}：${fault}`,
        remedy: '请在运营后台的支付方式页核对密钥；密钥更正前，付款可能延迟到账。如果密钥正确，则是伪造的通知，可以忽略。',
      },
      en: {
        title: 'A payment report could not be verified',
        line: ({ method, fault }) => `${method}: ${fault}`,
        remedy:
          'Check the keys on the payment methods page; until they are correct, payments may be credited late. If the keys are correct, the report is forged and you can ignore it.',
      },
    },
  }),
  refund_failed: alarmKind({
    params: ['method', 'payout', 'fault'],
    words: {
      zh: {
        title: '一笔退款失败',
        line: ({ method, payout, fault }) => `${method}，退款 ${payout}：${fault}`,
        remedy: '请在运营后台的退款页选择重试、改为银行转账或退回余额。',
      },
      en: {
        title: 'A refund failed',
        line: ({ method, payout, fault }) => `${method}, refund ${payout}: ${fault}`,
        remedy: 'On the refunds page, retry the refund, pay by bank transfer, or return the amount to the balance.',
      },
    },
  }),
  payment_service_failed: alarmKind({
    params: ['method', 'fault'],
    words: {
      zh: {
        title: '支付平台拒绝了请求',
        line: ({ method, fault }) => `${method}：${fault}`,
        remedy: '请在运营后台的支付方式页检查设置。在此之前，客户无法用该方式付款。',
      },
      en: {
        title: 'A payment service rejected a request',
        line: ({ method, fault }) => `${method}: ${fault}`,
        remedy: 'Check its settings on the payment methods page. Until it works, nobody can use it to pay.',
      },
    },
  }),
} as const;
