import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '模型与价格',
    note: '单位：元 / 百万 tokens；图像、音乐、重排按件。价格变动提前公告，进行中的调用不受影响。',
    more: '点模型名看参数、价目历史与示例。',
    reference: '参考换算：1 元 ≈ 50 万 tokens。中文一字约 1.5–2 tokens，英文一词约 1–2 tokens。',
  },
  en: {
    title: 'Models and prices',
    note: 'CNY per million tokens; images, music and rerank by the piece. Price changes are announced first and never touch a running call.',
    more: 'A model’s page has its parameters, all versions of its price and samples.',
    reference: 'Reference: 1 CNY ≈ 500,000 tokens. A Chinese character is about 1.5–2 tokens, an English word about 1–2.',
  },
});
