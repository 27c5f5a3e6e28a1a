import { noticeKind } from '../notices/notice-kind.ts';

const kinds: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  dedicated: { zh: '专属通道申请', en: 'request for a dedicated channel' },
  deployment: { zh: '私有化部署申请', en: 'request for a private deployment' },
};
const stages: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  contact: { zh: '已收到，我们会与你联系', en: 'was received; we will get in touch' },
  assessment: { zh: '进入技术评估', en: 'is in technical assessment' },
  contract: { zh: '进入合同签订', en: 'is at the contract stage' },
  deployment: { zh: '开始部署', en: 'is being deployed' },
  acceptance: { zh: '进入验收测试', en: 'is in acceptance testing' },
  live: { zh: '已上线', en: 'is live' },
  declined: { zh: '已结束，未开通', en: 'was declined' },
};

/** Notices about requests for a dedicated channel or a private deployment. */
export const requestNotices = {
  service_request: noticeKind({
    params: ['request', 'stage', 'expected', 'note'],
    level: 'info',
    mail: 'managers',
    words: {
      zh: ({ request, stage, expected, note }, { name }) => ({
        title: `${kinds[request]?.zh ?? request}${stages[stage]?.zh ?? stage}`,
        detail: `${expected === '' ? '' : `这一阶段预计在 ${expected} 前完成。`}${note === '' ? '进度和各阶段的日期见申请页。' : `说明：${name(note)}`}`,
        action: '查看进度',
      }),
      en: ({ request, stage, expected, note }, { name }) => ({
        title: `Your ${kinds[request]?.en ?? request} ${stages[stage]?.en ?? stage}`,
        detail: `${expected === '' ? '' : `This stage is expected to complete by ${expected}. `}${note === '' ? 'See the request page for every stage and its date.' : `Note: ${name(note)}`}`,
        action: 'View progress',
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
        detail: '请下载合同，签署后在同一位置上传 PDF。所有者和管理员可以上传。',
        action: '查看合同',
      }),
      en: ({ request }) => ({
        title: `The contract for your ${kinds[request]?.en ?? request} is ready`,
        detail: 'Download it, sign it and upload the PDF in the same place. Owners and admins can upload it.',
        action: 'View contract',
      }),
    },
  }),
} as const;
