import { defineTexts } from '../../i18n/texts.ts';

/** Texts about requests, shared by customers and operators. */
export const requestTexts = defineTexts({
  zh: {
    kinds: { dedicated: '专属高并发通道', deployment: '私有化部署' },
    stages: {
      contact: '联系',
      assessment: '技术评估',
      contract: '合同',
      deployment: '部署',
      acceptance: '验收测试',
      live: '上线',
      declined: '已结束，未开通',
    },
    expected: (day: string) => `预计 ${day}`,
    until: (day: string) => `预计 ${day} 前完成`,
    estimated: (day: string) => `${day}（估计，节假日安排未公布）`,
  },
  en: {
    kinds: { dedicated: 'Dedicated high-concurrency channel', deployment: 'Private deployment' },
    stages: {
      contact: 'Contact',
      assessment: 'Technical assessment',
      contract: 'Contract',
      deployment: 'Deployment',
      acceptance: 'Acceptance test',
      live: 'Live',
      declined: 'Closed, not set up',
    },
    expected: (day: string) => `expected ${day}`,
    until: (day: string) => `expected by ${day}`,
    estimated: (day: string) => `${day} (estimated: holidays are not announced yet)`,
  },
});
