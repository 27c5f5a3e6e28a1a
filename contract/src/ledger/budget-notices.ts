import { noticeKind } from '../notices/notice-kind.ts';

const budgetParams = ['month', 'spent', 'budget'] as const;
const raised = {
  zh: '预算只用于提醒，不会停止调用。调高预算后，按新的预算重新提醒。',
  en: 'A budget only sends reminders and does not stop calls. If you raise it, reminders follow the new budget.',
};

/** Notices about the monthly spending of an account. */
export const moneyNotices = {
  budget_80: noticeKind({
    params: budgetParams,
    level: 'info',
    mail: 'nobody',
    words: {
      zh: ({ month, spent, budget }, { money }) => ({
        title: `${month} 的预算已用 80 %`,
        detail: `已用 ${money(spent)}，预算 ${money(budget)}。${raised.zh}`,
        action: '查看账单',
      }),
      en: ({ month, spent, budget }, { money }) => ({
        title: `80 % of the budget for ${month} is used`,
        detail: `${money(spent)} of ${money(budget)}. ${raised.en}`,
        action: 'View billing',
      }),
    },
  }),
  budget_90: noticeKind({
    params: budgetParams,
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ month, spent, budget }, { money }) => ({
        title: `${month} 的预算已用 90 %`,
        detail: `已用 ${money(spent)}，预算 ${money(budget)}。${raised.zh}`,
        action: '查看账单',
      }),
      en: ({ month, spent, budget }, { money }) => ({
        title: `90 % of the budget for ${month} is used`,
        detail: `${money(spent)} of ${money(budget)}. ${raised.en}`,
        action: 'View billing',
      }),
    },
  }),
  budget_100: noticeKind({
    params: budgetParams,
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ month, spent, budget }, { money }) => ({
        title: `${month} 的预算已用完`,
        detail: `已用 ${money(spent)}，预算 ${money(budget)}。${raised.zh}`,
        action: '查看账单',
      }),
      en: ({ month, spent, budget }, { money }) => ({
        title: `The budget for ${month} is used up`,
        detail: `${money(spent)} of ${money(budget)}. ${raised.en}`,
        action: 'View billing',
      }),
    },
  }),
  statement_ready: noticeKind({
    params: ['month', 'opening', 'credits', 'usage', 'closing'],
    level: 'info',
    mail: 'payers',
    words: {
      zh: ({ month, opening, credits, usage, closing }, { money }) => ({
        title: `${month} 的账单已出`,
        detail: `期初 ${money(opening)}，入账 ${money(credits)}，用量 ${money(usage)}，期末 ${money(closing)}。账单已定稿，不再变动。`,
        action: '查看账单',
      }),
      en: ({ month, opening, credits, usage, closing }, { money }) => ({
        title: `The statement for ${month} is ready`,
        detail: `Opening ${money(opening)}, credits ${money(credits)}, usage ${money(usage)}, closing ${money(closing)}. The statement is final.`,
        action: 'View statement',
      }),
    },
  }),
} as const;
