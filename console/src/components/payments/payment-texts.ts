import type { OrderPurpose, OrderState, PaymentMethodName, PaymentState } from '@tollgate/contract/payments/payments';
import { methodWords } from '@tollgate/contract/payments/method-words';
import { defineTexts } from '../../i18n/texts.ts';

type Words<Name extends string> = Readonly<Record<Name, string>>;

type PaymentTexts = {
  readonly methods: Words<PaymentMethodName>;
  readonly states: Words<OrderState>;
  readonly payments: Words<PaymentState>;
  readonly purposes: Words<Exclude<OrderPurpose, 'top_up'>>;
};

const zh: PaymentTexts = {
  methods: methodWords.zh,
  states: {
    open: '待付款',
    paid: '已到账',
    closed: '已关闭',
    mismatch: '金额不符，核对中',
    refunding: '退款中',
    partly_refunded: '已部分退款',
    refunded: '已退款',
  },
  payments: { credited: '已入账', surplus: '重复付款', mismatch: '金额不符', returned: '已退回' },
  purposes: { auto: '自动充值', check: '试付' },
};
const en: PaymentTexts = {
  methods: methodWords.en,
  states: {
    open: 'Awaiting payment',
    paid: 'Credited',
    closed: 'Closed',
    mismatch: 'Amount differs, under review',
    refunding: 'Refunding',
    partly_refunded: 'Partly refunded',
    refunded: 'Refunded',
  },
  payments: { credited: 'Credited', surplus: 'Paid twice', mismatch: 'Amount differs', returned: 'Returned' },
  purposes: { auto: 'Automatic', check: 'Trial' },
};

/** Texts for orders and payment methods. */
export const paymentTexts = defineTexts({ zh, en });
