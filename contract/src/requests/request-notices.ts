import { noticeKind } from '../notices/notice-kind.ts';

const kinds: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  dedicated: { zh: '专属通道申请', en: 'request for a dedicated channel' },
  deployment: { zh: '私有部署申请', en: 'request for a private deployment' },
};
const stages: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  contact: { zh: '已收到，我们会与你联系', en: 'was received; we will get in touch' },
  assessment: { zh: '进入技术评估', en: 'is at the technical assessment' },
  contract: { zh: '进入合同签订', en: 'is at the contract' },
  deployment: { zh: '开始部署', en: 'is being deployed' },
  acceptance: { zh: '进入验收测试', en: 'is at the acceptance test' },
  live: { zh: '已上线', en: 'is live' },
  declined: { zh: '已结束，未开通', en: 'has ended without being set up' },
};

/** About requests for the dedicated channel and for private deployment. */
export const requestNotices = {
  service_request: noticeKind({
    params: ['request', 'stage', 'expected', 'note'],
    level: 'info',
    mail: 'managers',
    words: {
      zh: ({ request, stage, expected, note }, { name }) => ({
        title: `${kinds[request]?.zh ?? request}${stages[stage]?.zh ?? stage}`,
        detail: `${expected === '' ? '' : `这一步预计在 ${expected} 前完成。`}${note === '' ? '进度和每一步的日期都在申请页上。' : `说明：${name(note)}`}`,
        action: '查看进度',
      }),
      en: ({ request, stage, expected, note }, { name }) => ({
        title: `Your ${kinds[request]?.en ?? request} ${stages[stage]?.en ?? stage}`,
        detail: `${expected === '' ? '' : `This step should be over by ${expected}. `}${note === '' ? 'The page of the request has every step with its date.' : `Note: ${name(note)}`}`,
        action: 'See where it stands',
      }),
    },
  }),
  request_contract: noticeKind({
    params: ['request'],
    level: 'info',
    mail: 'managers',
    words: {
      zh: ({ request }) => ({
        title: `${kinds[request]?.zh ?? request}的合同已上传`,
        detail: '下载合同，签好后在同一处上传 PDF。所有者和管理员可以上传。',
        action: '查看合同',
      }),
      en: ({ request }) => ({
        title: `The contract of your ${kinds[request]?.en ?? request} is there`,
        detail: 'Download it, and upload the signed PDF at the same place. Owners and admins upload it.',
        action: 'See the contract',
      }),
    },
  }),
} as const;
