import { alarmKind } from '../alarms/alarm-kind.ts';

/** About money that comes in and goes back. */
export const paymentAlarms = {
  payment_mismatch: alarmKind({
    params: ['method', 'order', 'fault'],
    words: {
      zh: {
        title: '收款和订单对不上',
        line: ({ method, order, fault }) => `${method}，订单 ${order}：${fault}`,
        remedy: '在运营后台的充值页核对这笔收款，再确认或退款。钱没有入账。',
      },
      en: {
        title: 'A payment does not match its order',
        line: ({ method, order, fault }) => `${method}, order ${order}: ${fault}`,
        remedy: 'Compare it on the page of top-ups, then confirm it or refund it. Nothing was credited.',
      },
    },
  }),
  payment_after_end: alarmKind({
    params: ['method', 'order', 'account'],
    words: {
      zh: {
        title: '账号已注销或正在注销，又收到一笔付款',
        line: ({ method, order, account }) => `${method}，订单 ${order}，账号 ${account}`,
        remedy: '钱已入账。在运营后台的充值页打开这个订单，退给付款人。',
      },
      en: {
        title: 'Money came for an account that is closed or being closed',
        line: ({ method, order, account }) => `${method}, order ${order}, account ${account}`,
        remedy: 'It is credited. Open the order on the page of top-ups and give it back.',
      },
    },
  }),
  payment_disputed: alarmKind({
    params: ['order', 'account'],
    words: {
      zh: {
        title: '有付款人要求银行退款',
        line: ({ order, account }) => `订单 ${order}，账号 ${account} 已停用`,
        remedy: '在支付服务商的后台回应争议。查清之后，在账户页决定是否恢复账号。',
      },
      en: {
        title: 'A payment is disputed',
        line: ({ order, account }) => `Order ${order}; account ${account} is disabled`,
        remedy:
          "Respond to the dispute in the payment service's dashboard. Then decide on the account's page whether to enable the account again.",
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
        remedy: '胜诉时，因争议停用的账号会自动恢复。败诉时账号保持停用，请核对余额和已开的发票。',
      },
      en: {
        title: 'A dispute has ended',
        line: ({ order, account, how }) =>
          how === 'won'
            ? `Won: order ${order}, account ${account}. The money is back in the balance`
            : `Lost: order ${order}, account ${account}. The money has left the balance`,
        remedy:
          'If you won, the account that the dispute disabled is enabled again. If you lost, it stays disabled: check its balance and invoices.',
      },
    },
  }),
  payment_reversed: alarmKind({
    params: ['method', 'order', 'fault'],
    words: {
      zh: {
        title: '有付款在支付服务商那边退回，需要核对',
        line: ({ method, order, fault }) => `${method}，订单 ${order}：${fault}`,
        remedy: '在支付服务商的后台查看这笔付款的退款，和运营后台充值页、退款页上的记录核对，再调整账号余额。',
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
        remedy:
          '在运营后台的支付方式页核对密钥和公钥。在此之前，已付的款项可能晚到账。如果密钥没有问题，就是有人伪造通知，可以忽略。',
      },
      en: {
        title: 'A payment report could not be verified',
        line: ({ method, fault }) => `${method}: ${fault}`,
        remedy:
          'Check the keys on the payment methods page. Until they are correct, payments may be credited late. If the keys are correct, somebody is sending forged reports, and you can ignore this.',
      },
    },
  }),
  refund_failed: alarmKind({
    params: ['method', 'payout', 'fault'],
    words: {
      zh: {
        title: '一笔退款没有成功',
        line: ({ method, payout, fault }) => `${method}，退款 ${payout}：${fault}`,
        remedy: '在运营后台的退款页选择：重试、改为银行转账，或退回余额。',
      },
      en: {
        title: 'A refund was refused',
        line: ({ method, payout, fault }) => `${method}, return ${payout}: ${fault}`,
        remedy: 'Choose on the page of returns: try again, pay by bank transfer, or give it back into the balance.',
      },
    },
  }),
  payment_service_failed: alarmKind({
    params: ['method', 'fault'],
    words: {
      zh: {
        title: '支付服务没有接受请求',
        line: ({ method, fault }) => `${method}：${fault}`,
        remedy: '在运营后台的支付方式页检查设置。在此之前，用户付不了款。',
      },
      en: {
        title: 'A payment service did not take a request',
        line: ({ method, fault }) => `${method}: ${fault}`,
        remedy: 'Check its settings on the page of payment methods. Until it works nobody can pay by it.',
      },
    },
  }),
} as const;
