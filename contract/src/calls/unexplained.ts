import { storedSentences } from '../stored-sentences.ts';

/** Why a call has no receipt. */
export const unexplainedReasons = storedSentences({
  not_used: {
    stored: 'nothing of it was used that has a price',
    zh: '没有产生计费用量',
    en: 'nothing with a price was used',
  },
  usage_lost: {
    stored: 'what it used is not known: its process was declared dead, and its worth was entered later',
    zh: '调用期间服务进程中断，费用为事后补记，没有用量明细',
    en: 'its process stopped during the call and its cost was entered later, so its usage is not known',
  },
  plan_unknown: {
    stored: 'its price was one of a plan; an earlier version of the program wrote it, which did not keep of which plan',
    zh: '由早期版本记录，没有保存是哪个套餐的价格',
    en: 'an earlier version recorded it without the plan of its price',
  },
  no_price: { stored: 'it was over before it had a price', zh: '调用在定价之前已经结束', en: 'it ended before it had a price' },
  version_unknown: {
    stored: 'the version of the price that it names is not known',
    zh: '找不到当时的价目版本',
    en: 'its price version is not known',
  },
  multiplier_unknown: {
    stored: 'an earlier version of the program wrote it, which did not keep the multiplier of the account and its plan',
    zh: '由早期版本记录，没有保存账号和套餐的价格系数',
    en: 'an earlier version recorded it without the multiplier of the account and its plan',
  },
  differs: {
    stored: 'its usage and its price do not come to what it cost: run the audit',
    zh: '用量和价目算出的金额与收费不符，请运营方核对账目',
    en: 'its usage and price do not add up to its cost; the operator should run the audit',
  },
});
