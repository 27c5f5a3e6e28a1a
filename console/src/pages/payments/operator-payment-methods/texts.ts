import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '支付方式',
    on: '启用',
    off: '未启用',
    setUp: '设置',
    settings: '修改设置',
    close: '收起',
    set: '已保存，不再显示。留空不变',
    optional: '可选',
    callback: '回调地址',
    callbackNote: '如果支付平台需要，请在其后台填写。',
    save: '保存',
    tryIt: '试付 ¥0.01',
    enable: '向客户提供这种支付方式',
    saved: (name: string) => `${name} 已保存`,
    failed: '支付方式加载失败。',
    changed: '上次修改',
    sentence: (name: string, isOn: boolean) =>
      isOn ? `保存后，所有账号都可以用${name}充值。` : `保存后，不提供${name}。已有的订单仍会入账。`,
    sentenceNew: (name: string) => `只保存设置，暂不向客户提供${name}。`,
  },
  en: {
    title: 'Payment methods',
    on: 'On',
    off: 'Off',
    setUp: 'Set up',
    settings: 'Settings',
    close: 'Close',
    set: 'Saved, not shown again. Leave empty to keep it',
    optional: 'optional',
    callback: 'Callback URL',
    callbackNote: 'Enter it at the payment service if it asks for one.',
    save: 'Save',
    tryIt: 'Try with ¥0.01',
    enable: 'Offer this method to users',
    saved: (name: string) => `${name} saved`,
    failed: 'Could not load the payment methods.',
    changed: 'Last changed',
    sentence: (name: string, isOn: boolean) =>
      isOn
        ? `After you save, all accounts can top up with ${name}.`
        : `After you save, ${name} is not offered. Existing orders are still credited.`,
    sentenceNew: (name: string) => `This saves the settings only. Users are not offered ${name} yet.`,
  },
});
