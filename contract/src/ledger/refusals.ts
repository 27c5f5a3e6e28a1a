import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about credits, trial credits and audits. */
export const ledgerRefusals = {
  credit_differs: {
    code: 'conflict',
    en: 'This Idempotency-Key was used for a different credit. Send a new key, or exactly the same content.',
    zh: '本次提交与上一次内容不同。请关闭表单，重新打开后提交。',
  },
  pay_out_exceeded: {
    code: 'conflict',
    en: 'At most {amount} CNY can be paid out. This is the paid balance minus amounts reserved for running calls.',
    zh: '当前最多可退 {amount} 元，即已付金额减去已消费和进行中的调用预留的金额。',
  },
  paid_money_used_up: {
    code: 'conflict',
    en: 'At most {amount} CNY can be deducted. Calls have used the rest of the paid money, and it may be on an invoice.',
    zh: '当前最多可扣减 {amount} 元。其余充值已被调用消费，可能已开票。',
  },
  pay_out_overtaken: {
    code: 'conflict',
    en: 'Running calls have just reserved this money. Try again when they have ended.',
    zh: '这笔金额刚刚被进行中的调用占用。请在调用结束后重试。',
  },
  trial_credit_given: {
    code: 'conflict',
    en: 'This account has already received its trial credit. Use the bucket "adjustment" to grant more.',
    zh: '该账号已发放过试用额度，只能发放一次。如需赠送，请使用“调整”。',
  },
  trial_credit_off: {
    code: 'conflict',
    en: 'The trial credit is set to 0. Set an amount in the settings first.',
    zh: '试用额度设为 0。请先在设置中填写金额。',
  },
  no_trial_credit_held: {
    code: 'conflict',
    en: 'This account has no trial credit on hold.',
    zh: '该账号没有待发放的试用额度。',
  },
  audit_runs: {
    code: 'conflict',
    en: 'A full audit is already running. Reload to see its progress.',
    zh: '全量核对正在进行。请刷新查看进度。',
  },
  running_calls_uncertain: {
    code: 'conflict',
    en: 'The cost of running calls is not known at the moment. Try again in a minute.',
    zh: '暂时无法计算进行中的调用的费用。请 1 分钟后重试。',
  },
  account_being_changed: {
    code: 'conflict',
    en: 'The account is being changed at this moment. Try again.',
    zh: '账号正在被修改。请重试。',
  },
} as const satisfies Refusals;
