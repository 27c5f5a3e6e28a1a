import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '模型与价格',
    note: '单位：元 / 百万 token；图像、音乐、重排按数量计价。价格变动提前公告，进行中的调用不受影响。',
    more: '点击模型名可查看参数、价目历史和示例。',
    reference: '参考换算：1 元 ≈ 50 万 token。中文一字约 1.5–2 token，英文一词约 1–2 token。',
  },
  en: {
    title: 'Models and prices',
    note: 'CNY per million tokens; images, music and rerank per item. We announce price changes in advance; running calls are not affected.',
    more: 'Click a model to see its parameters, price history and samples.',
    reference: 'Reference: 1 CNY ≈ 500,000 tokens. A Chinese character is about 1.5–2 tokens, an English word about 1–2.',
  },
});
