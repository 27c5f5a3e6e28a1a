import type { PayoutPartState, PayoutState } from '@tollgate/contract/payments/payments';
import { defineTexts } from '../../i18n/texts.ts';

type Words<Name extends string> = Readonly<Record<Name, string>>;

type PayoutTexts = {
  readonly states: Words<PayoutState>;
  readonly steps: Words<PayoutState>;
  readonly ahead: Words<'approved' | 'sent' | 'confirmed'>;
  readonly parts: Words<PayoutPartState>;
  readonly toBank: string;
  readonly payee: string;
  readonly reference: string;
  readonly ways: string;
};

const zh: PayoutTexts = {
  states: {
    requested: '待审核',
    approved: '处理中',
    sent: '已汇出',
    confirmed: '已完成',
    rejected: '未通过',
    withdrawn: '已撤回',
    failed: '已退回余额',
  },
  steps: {
    requested: '提交申请',
    approved: '通过，已从余额扣除',
    sent: '已汇出',
    confirmed: '已完成',
    rejected: '未通过',
    withdrawn: '已撤回',
    failed: '退款失败，已退回余额',
  },
  ahead: { approved: '等待审核', sent: '等待汇出', confirmed: '等待到账' },
  parts: {
    waiting: '待汇出',
    asked: '处理中',
    sent: '已汇出',
    done: '已完成',
    failed: '运营方处理中',
    dropped: '已改用其他方式',
  },
  toBank: '银行转账',
  payee: '收款信息',
  reference: '流水号',
  ways: '退回方式',
};
const en: PayoutTexts = {
  states: {
    requested: 'To be approved',
    approved: 'In progress',
    sent: 'Sent',
    confirmed: 'Completed',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
    failed: 'Back in the balance',
  },
  steps: {
    requested: 'Requested',
    approved: 'Approved and deducted from the balance',
    sent: 'Sent',
    confirmed: 'Completed',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
    failed: 'Failed; back in the balance',
  },
  ahead: { approved: 'Waiting for approval', sent: 'Waiting to be sent', confirmed: 'Waiting to arrive' },
  parts: {
    waiting: 'To be sent',
    asked: 'In progress',
    sent: 'Sent',
    done: 'Completed',
    failed: 'With the operator',
    dropped: 'Replaced by another way',
  },
  toBank: 'Bank transfer',
  payee: 'Pay to',
  reference: 'Reference',
  ways: 'Refund method',
};

/** Texts about payouts. */
export const payoutTexts = defineTexts({ zh, en });
