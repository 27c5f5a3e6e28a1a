import { noticeKind } from '../notices/notice-kind.ts';

const budgetParams = ['month', 'spent', 'budget'] as const;
const raised = {
  zh: '预算只提醒，不拦调用。调高预算后，会按新的预算重新提醒。',
  en: 'The budget reminds and stops nothing. After you raise it, you are told by the new one.',
};

/** About what an account spends in a month. */
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
        title: `80 % of the budget of ${month} is used`,
        detail: `${money(spent)} of ${money(budget)}. ${raised.en}`,
        action: 'See billing',
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
        title: `90 % of the budget of ${month} is used`,
        detail: `${money(spent)} of ${money(budget)}. ${raised.en}`,
        action: 'See billing',
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
        detail: `已用 ${money(spent)}，预算 ${money(budget)}。调用照常进行。${raised.zh}`,
        action: '查看账单',
      }),
      en: ({ month, spent, budget }, { money }) => ({
        title: `The budget of ${month} is used up`,
        detail: `${money(spent)} of ${money(budget)}. Calls go on. ${raised.en}`,
        action: 'See billing',
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
        detail: `期初 ${money(opening)}，入账 ${money(credits)}，用量 ${money(usage)}，期末 ${money(closing)}。账单已定，不会再变。`,
        action: '查看账单',
      }),
      en: ({ month, opening, credits, usage, closing }, { money }) => ({
        title: `The statement of ${month} is ready`,
        detail: `Opening ${money(opening)}, credits ${money(credits)}, usage ${money(usage)}, closing ${money(closing)}. It is frozen and will not change.`,
        action: 'See the statement',
      }),
    },
  }),
} as const;
