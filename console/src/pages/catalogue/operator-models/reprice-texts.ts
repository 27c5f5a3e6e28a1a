import { defineTexts } from '../../../i18n/texts.ts';

export const repriceTexts = defineTexts({
  zh: {
    title: '按成本批量定价',
    provider: '按哪个上游的成本',
    providerHint: '只列出填写了成本的模型。',
    noCosts: '还没有上游填写成本。请先在上游填写成本。',
    choose: '选择上游',
    surcharge: '在成本上加',
    wrong: '请输入百分数，最多 6 位小数。',
    nothing: '这些模型已经是这个价格，或没有填写成本。',
    model: '模型',
    now: '现价，入 / 出',
    then: '新价，入 / 出',
    more: (n: number) => `另有 ${String(n)} 项`,
    confirm: '我确认相差十倍以上的价格',
    say: (n: number) => `立即调整 ${String(n)} 个模型的价格；专属价格和之前的调用不受影响。`,
    save: (n: number) => (n === 0 ? '调整价格' : `调整 ${String(n)} 个模型`),
    saved: (n: number) => `已调整 ${String(n)} 个模型的价格`,
  },
  en: {
    title: 'Set prices from costs',
    provider: 'Costs of',
    providerHint: 'Only models with a known cost are listed.',
    noCosts: 'No provider has a cost yet. Enter costs at a provider first.',
    choose: 'Choose a provider',
    surcharge: 'Add to the cost',
    wrong: 'Enter a percentage with at most 6 decimals.',
    nothing: 'These models have this price already, or no known cost.',
    model: 'Model',
    now: 'Now, in / out',
    then: 'Then, in / out',
    more: (n: number) => (n === 1 ? 'and one more item' : `and ${String(n)} more items`),
    confirm: 'I confirm prices that differ tenfold or more',
    say: (n: number) =>
      n === 1
        ? 'The price of one model changes at once. Custom prices and earlier calls are not affected.'
        : `The prices of ${String(n)} models change at once. Custom prices and earlier calls are not affected.`,
    save: (n: number) => (n === 0 ? 'Set prices' : n === 1 ? 'Set 1 price' : `Set ${String(n)} prices`),
    saved: (n: number) => (n === 1 ? 'Price of 1 model set' : `Prices of ${String(n)} models set`),
  },
});
