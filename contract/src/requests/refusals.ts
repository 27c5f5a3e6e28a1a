import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about requests for channels and deployments, and their contracts. */
export const requestRefusals = {
  requests_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} service requests in 30 days. Add the details to a request in progress, or contact the operator of this service.',
    zh: '一个账号 30 天内最多提交 {max} 个申请。请补充到进行中的申请里，或联系运营方。',
  },
  contracts_full: {
    code: 'conflict',
    en: 'An account can have at most {max} bytes of uploaded contracts. Ask the operator of this service for a higher limit.',
    zh: '一个账号上传的合同合计最多 {max} 字节。需要提高上限请联系运营方。',
  },
  request_under_way: {
    code: 'conflict',
    en: 'A request of this kind is under way already; its page shows how far it is.',
    zh: '已有一个同类申请在办理，它的页面上能看到进度。',
  },
  request_ended: {
    code: 'conflict',
    en: 'This request has ended.',
    zh: '这个申请已结束。',
  },
  request_at_other_stage: {
    code: 'conflict',
    en: 'This request is not at the stage "{stage}" any more: look at it again.',
    zh: '这个申请已不在原来的阶段。重新打开看看。',
  },
  ended_request_takes_no_contract: {
    code: 'conflict',
    en: 'This request has ended, so no contract is taken for it. Make another request.',
    zh: '这份申请已经结束，不再收合同。重新提一份。',
  },
  contracts_of_request_full: {
    code: 'conflict',
    en: 'Either side uploads at most {max} contracts to a request that has not ended.',
    zh: '每一方最多给一份申请上传 {max} 份合同，且申请没有结束。',
  },
  documents_full: {
    code: 'conflict',
    en: 'At most {max} documents are offered of a kind. Replace one, or take one back.',
    zh: '每类最多提供 {max} 份。替换一份，或先撤下一份。',
  },
} as const satisfies Refusals;
