import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '设置',
    failed: '设置加载失败。',
    readOnly: '只有管理员可以修改设置。',
    nothing: '没有改动。',
    will: (names: string) => `保存后一秒内在所有节点生效：${names}。`,
    save: '保存',
    revert: '撤销改动',
    saved: '已保存',
    choose: '选择图片',
    remove: '使用默认标志',
    none: '默认标志',
    tooLarge: '图片超过 64 kB，请压缩后重新选择。',
  },
  en: {
    title: 'Settings',
    failed: 'Could not load the settings.',
    readOnly: 'Only administrators can change settings.',
    nothing: 'No changes.',
    will: (names: string) => `Takes effect on all nodes within a second of saving: ${names}.`,
    save: 'Save',
    revert: 'Revert',
    saved: 'Saved',
    choose: 'Choose an image',
    remove: 'Use default logo',
    none: 'Default logo',
    tooLarge: 'The image is larger than 64 kB. Compress it and choose it again.',
  },
});
