import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '设置',
    failed: '设置没有读到。',
    readOnly: '只有管理员可以修改设置。',
    nothing: '没有改动。',
    will: (names: string) => `保存后一秒内在所有节点生效：${names}。`,
    save: '保存',
    revert: '撤销改动',
    saved: '已保存',
    choose: '选择图片',
    remove: '用自带的标志',
    none: '自带的标志',
    tooLarge: '图片超过 64 kB。压缩后再选。',
    separator: '、',
  },
  en: {
    title: 'Settings',
    failed: 'The settings were not read.',
    readOnly: 'Only administrators change settings.',
    nothing: 'Nothing changed.',
    will: (names: string) => `In force on every node within a second of saving: ${names}.`,
    save: 'Save',
    revert: 'Revert',
    saved: 'Saved',
    choose: 'Choose a picture',
    remove: 'Use the one that comes along',
    none: 'The logo that comes along',
    tooLarge: 'The picture is larger than 64 kB. Make it smaller and choose again.',
    separator: ', ',
  },
});
