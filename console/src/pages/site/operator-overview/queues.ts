import type { WorkQueueName } from '@tollgate/contract/site/overview';
import { paths, withQuery } from '../../../paths.ts';
import type { StatusLook } from '../../../ui/states/status-word.tsx';

interface QueueWords {
  /** `3 trial credits wait`; above the maximum, the number ends with a plus. */
  readonly waiting: (count: string) => string;
  readonly act: string;
}

interface QueuePlace {
  /** The page for this work, with the right filter. */
  readonly to: string;
  /** Used while nothing is overdue. */
  readonly look: StatusLook;
}

/** The page of each queue. */
export const queuePlaces: Readonly<Record<WorkQueueName, QueuePlace>> = {
  invoices_to_review: { to: withQuery(paths.operatorInvoices, { state: 'to_review' }), look: 'off' },
  invoices_to_issue: { to: withQuery(paths.operatorInvoices, { state: 'to_issue' }), look: 'off' },
  invoices_to_reverse: { to: withQuery(paths.operatorInvoices, { state: 'to_reverse' }), look: 'off' },
  verifications: { to: paths.operatorVerifications, look: 'off' },
  bank_transfers: { to: paths.operatorTopUps({ method: 'bank', state: 'open' }), look: 'off' },
  mismatched_payments: { to: paths.operatorTopUps(), look: 'slow' },
  returns: { to: paths.operatorReturns(), look: 'slow' },
  closings: { to: paths.operatorClosings, look: 'slow' },
  service_requests: { to: paths.operatorRequests, look: 'off' },
  held_trials: { to: paths.operatorAccounts, look: 'off' },
  alarms: { to: paths.operatorAlarms, look: 'slow' },
  unsent_mails: { to: paths.operatorMails({ state: 'unsent' }), look: 'slow' },
  working_years: { to: withQuery(paths.operatorSettings, { group: 'calendar' }), look: 'slow' },
};

/** The texts of each queue. */
export const queueWords: Readonly<Record<'zh' | 'en', Readonly<Record<WorkQueueName, QueueWords>>>> = {
  zh: {
    invoices_to_review: { waiting: (count) => `${count} 张发票待审核`, act: '审核' },
    invoices_to_issue: { waiting: (count) => `${count} 张发票待开具`, act: '开具' },
    invoices_to_reverse: { waiting: (count) => `${count} 张发票待红冲`, act: '处理' },
    verifications: { waiting: (count) => `${count} 家企业待认证`, act: '审核' },
    bank_transfers: { waiting: (count) => `${count} 笔银行转账待确认`, act: '确认' },
    mismatched_payments: { waiting: (count) => `${count} 笔到账与订单不符`, act: '处理' },
    returns: { waiting: (count) => `${count} 笔退款待处理`, act: '处理' },
    closings: { waiting: (count) => `${count} 个注销待处理`, act: '处理' },
    service_requests: { waiting: (count) => `${count} 件专属与部署申请处理中`, act: '处理' },
    held_trials: { waiting: (count) => `${count} 笔试用额度等待发放`, act: '发放' },
    alarms: { waiting: (count) => `24 小时内 ${count} 组告警`, act: '查看' },
    unsent_mails: { waiting: (count) => `${count} 封邮件未发出`, act: '查看' },
    working_years: { waiting: (count) => `${count} 年的工作日历未导入，到期日为估计值`, act: '导入' },
  },
  en: {
    invoices_to_review: { waiting: (count) => `Invoices to review: ${count}`, act: 'Review' },
    invoices_to_issue: { waiting: (count) => `Invoices to issue: ${count}`, act: 'Issue' },
    invoices_to_reverse: { waiting: (count) => `Invoices to reverse: ${count}`, act: 'Process' },
    verifications: { waiting: (count) => `Companies to verify: ${count}`, act: 'Review' },
    bank_transfers: { waiting: (count) => `Bank transfers to confirm: ${count}`, act: 'Confirm' },
    mismatched_payments: { waiting: (count) => `Payments that do not match their order: ${count}`, act: 'Process' },
    returns: { waiting: (count) => `Refunds to process: ${count}`, act: 'Process' },
    closings: { waiting: (count) => `Account closings to process: ${count}`, act: 'Process' },
    service_requests: { waiting: (count) => `Channel and deployment requests in progress: ${count}`, act: 'Process' },
    held_trials: { waiting: (count) => `Trial credits to grant: ${count}`, act: 'Grant' },
    alarms: { waiting: (count) => `Alarm groups in 24 hours: ${count}`, act: 'View' },
    unsent_mails: { waiting: (count) => `Unsent e-mails: ${count}`, act: 'View' },
    working_years: {
      waiting: (count) => `Years without a working-day calendar (due dates are estimates): ${count}`,
      act: 'Import',
    },
  },
};
