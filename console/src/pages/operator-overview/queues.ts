import type { WorkQueueName } from '@tollgate/contract/admin/overview';
import { paths } from '../../paths.ts';

interface QueueWords {
  /** `3 trial credits wait`; beyond what is counted the number ends with a plus. */
  readonly waiting: (count: string) => string;
  readonly act: string;
}

/** Where each queue is worked, and how it is said. One line each. */
export const queuePaths: Readonly<Record<WorkQueueName, string>> = {
  held_trials: paths.operatorAccounts,
  service_requests: paths.operatorRequests,
};

export const queueWords: Readonly<Record<'zh' | 'en', Readonly<Record<WorkQueueName, QueueWords>>>> = {
  zh: {
    held_trials: { waiting: (count) => `${count} 笔试用额度等待发放`, act: '发放' },
    service_requests: { waiting: (count) => `${count} 件专属通道与部署申请在办`, act: '推进' },
  },
  en: {
    held_trials: { waiting: (count) => `Trial credits that wait: ${count}`, act: 'Grant' },
    service_requests: { waiting: (count) => `Requests for channels and deployments under way: ${count}`, act: 'Work on' },
  },
};
