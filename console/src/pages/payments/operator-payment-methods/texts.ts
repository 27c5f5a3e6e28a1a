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
    optional: '选填',
    callback: '回调地址',
    callbackNote: '在支付服务商那里需要填的时候用它。',
    save: '保存',
    tryIt: '试付 ¥0.01',
    enable: '向用户提供这种支付方式',
    saved: (name: string) => `${name} 已保存`,
    failed: '支付方式没有加载出来。',
    changed: '上次修改',
    sentence: (name: string, isOn: boolean) =>
      isOn ? `保存后，所有账户都能用${name}充值。` : `保存后不再提供${name}。已经下的订单仍然会入账。`,
  },
  en: {
    title: 'Payment methods',
    on: 'On',
    off: 'Off',
    setUp: 'Set up',
    settings: 'Settings',
    close: 'Close',
    set: 'Kept and not shown again. Leave empty to keep it',
    optional: 'optional',
    callback: 'Address for reports',
    callbackNote: 'Enter it where the payment service asks for one.',
    save: 'Save',
    tryIt: 'Try with ¥0.01',
    enable: 'Offer it to everybody',
    saved: (name: string) => `${name} is saved`,
    failed: 'Loading the payment methods failed.',
    changed: 'Changed',
    sentence: (name: string, isOn: boolean) =>
      isOn
        ? `From now on every account can top up by ${name}.`
        : `From now on ${name} is not offered. Orders that were made are still credited.`,
  },
});
