import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about requests for channels and deployments, and about their contracts. */
export const requestRefusals = {
  requests_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} service requests in 30 days. Add the details to an open request, or contact the operator of this service.',
    zh: '每个账号 30 天内最多提交 {max} 个服务申请。请补充到进行中的申请，或联系运营方。',
  },
  contracts_full: {
    code: 'conflict',
    en: 'An account can have at most {max} bytes of uploaded contracts. Ask the operator of this service for a higher limit.',
    zh: '每个账号上传的合同合计最多 {max} 字节。如需提高上限，请联系运营方。',
  },
  request_under_way: {
    code: 'conflict',
    en: 'A request of this kind is already in progress. See its page for the current stage.',
    zh: '已有同类申请正在处理。请在申请页查看进度。',
  },
  request_ended: {
    code: 'conflict',
    en: 'This request has ended.',
    zh: '该申请已结束。',
  },
  request_at_other_stage: {
    code: 'conflict',
    en: 'This request is no longer at the stage "{stage}". Reload and try again.',
    zh: '该申请已不在原来的阶段。请刷新后重试。',
  },
  ended_request_takes_no_contract: {
    code: 'conflict',
    en: 'This request has ended and accepts no contracts. Create a new request.',
    zh: '该申请已结束，不能再上传合同。请重新申请。',
  },
  contracts_of_request_full: {
    code: 'conflict',
    en: 'Each side can upload at most {max} contracts to an open request.',
    zh: '每一方最多为进行中的申请上传 {max} 份合同。',
  },
  documents_full: {
    code: 'conflict',
    en: 'Each kind can have at most {max} documents. Replace or withdraw one first.',
    zh: '每类文档最多 {max} 份。请先替换或撤下一份。',
  },
} as const satisfies Refusals;
