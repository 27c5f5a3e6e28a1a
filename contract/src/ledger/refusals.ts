import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about credits, trial credits and audits. */
export const ledgerRefusals = {
  credit_differs: {
    code: 'conflict',
    en: 'This Idempotency-Key was used for a different credit. Send a new key, or exactly the same content.',
    zh: '这次提交和上一次内容不同。关掉表单，重新打开再提交。',
  },
  pay_out_exceeded: {
    code: 'conflict',
    en: 'At most {amount} CNY can be paid out: what was paid, less what is spent or set aside for running calls.',
    zh: '现在最多可退出 {amount} 元：已付的，减去已用和正在进行的调用预留。',
  },
  paid_money_used_up: {
    code: 'conflict',
    en: 'This would take back paid money that calls have used up, which may be on an invoice. At most {amount} CNY is left to take.',
    zh: '这会收回已经用掉、可能已开票的充值。现在最多还能收回 {amount} 元。',
  },
  pay_out_overtaken: {
    code: 'conflict',
    en: 'Running calls have just taken what was to be paid out. Try again when they have ended.',
    zh: '要退出的钱刚刚被进行中的调用占用。等它们结束再试。',
  },
  trial_credit_given: {
    code: 'conflict',
    en: 'This account has had its trial credit; it is given once. Use the bucket "adjustment" for a gift.',
    zh: '这个账号已给过试用额度，只给一次。要赠送就记为调整。',
  },
  trial_credit_off: {
    code: 'conflict',
    en: 'Nothing is given to try: the trial credit is set to 0.',
    zh: '试用额度设为 0，没有可给的。先在设置里改。',
  },
  no_trial_credit_held: {
    code: 'conflict',
    en: 'No trial credit of this account is held.',
    zh: '这个账号没有待发的试用额度。',
  },
  audit_runs: {
    code: 'conflict',
    en: 'An audit of everything is running; look at how far it is.',
    zh: '全量核对正在进行，看看它到了哪里。',
  },
  running_calls_uncertain: {
    code: 'conflict',
    en: 'Nobody can say at the moment what running calls will cost. Try again in a minute.',
    zh: '现在算不出进行中的调用要花多少。1 分钟后再试。',
  },
  account_being_changed: {
    code: 'conflict',
    en: 'The account is being changed just now. Try again.',
    zh: '账号正在被修改。再提交一次。',
  },
} as const satisfies Refusals;
