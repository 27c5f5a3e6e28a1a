import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    titles: { terms: '服务条款', privacy: '隐私政策' },
    failed: '正文加载失败。',
    none: '运营方还没有发布这份文件。',
    other: '这份文件目前只有英文版。',
    print: '打印',
  },
  en: {
    titles: { terms: 'Terms of service', privacy: 'Privacy policy' },
    failed: 'Could not load the text.',
    none: 'The operator has not published this document yet.',
    other: 'This document is currently available in Chinese only.',
    print: 'Print',
  },
});
