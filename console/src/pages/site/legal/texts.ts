import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    titles: { terms: '服务条款', privacy: '隐私政策' },
    failed: '正文没有读到。',
    none: '运营方还没有发布这份文件。',
    other: '这份文件目前只有英文版。',
    print: '打印',
  },
  en: {
    titles: { terms: 'Terms of service', privacy: 'Privacy policy' },
    failed: 'The text was not read.',
    none: 'The operator has not published this text yet.',
    other: 'This text is there in Chinese only so far.',
    print: 'Print',
  },
});
