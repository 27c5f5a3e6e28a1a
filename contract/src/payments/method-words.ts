import type { Locale } from '../enumerations.ts';
import type { PaymentMethodName } from './payments.ts';

/** Names of the payment methods. */
export const methodWords: Readonly<Record<Locale, Readonly<Record<PaymentMethodName, string>>>> = {
  zh: { alipay: '支付宝', wechat: '微信支付', stripe: '银行卡（Stripe）', bank: '对公转账', epay: '易支付' },
  en: { alipay: 'Alipay', wechat: 'WeChat Pay', stripe: 'Card (Stripe)', bank: 'Bank transfer', epay: 'Epay' },
};
