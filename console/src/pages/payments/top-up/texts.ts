import { defineTexts } from '../../../i18n/texts.ts';
import { supportWords } from '../../../i18n/support-words.ts';

export const texts = defineTexts({
  zh: {
    title: '充值',
    billing: '账单与余额',
    amount: '充值金额',
    amountHint: '最少 0.01 元，最多两位小数。',
    badAmount: '请输入金额，例如 100 或 99.50',
    method: '支付方式',
    pay: '去支付',
    sentence: (amount: string, method: string) =>
      `使用${method}支付 ${amount}。到账后余额增加 ${amount}，未使用的部分可以原路退回。`,
    sentenceEmpty: '请输入金额，选择支付方式。付款前不会扣款。',
    bankSentence: (amount: string) =>
      `提交后显示收款账号和备注码。转账 ${amount} 时请填写备注码，银行入账后由我们核对，余额增加 ${amount}。`,
    none: `暂无可用的支付方式。请使用兑换码，或联系${supportWords.zh}。`,
    redeem: '兑换码',
    redeemNote: '20 位字符，不区分大小写，连字符可省略',
    code: '兑换码',
    redeemButton: '兑换',
    badCode: '请输入兑换码',
    redeemed: (amount: string) => `已兑换 ${amount}`,
    failedOffer: '支付方式加载失败。',
  },
  en: {
    title: 'Top up',
    billing: 'Billing',
    amount: 'Amount',
    amountHint: 'From ¥0.01, with at most two decimals.',
    badAmount: 'Enter an amount, for example 100 or 99.50',
    method: 'Payment method',
    pay: 'Continue to payment',
    sentence: (amount: string, method: string) =>
      `You pay ${amount} by ${method}. Your balance grows by ${amount} when the payment arrives. You can get unused money refunded.`,
    sentenceEmpty: 'Enter an amount and choose a payment method. You are not charged until you pay.',
    bankSentence: (amount: string) =>
      `You get our bank details and a remark. Transfer ${amount} with that remark. After we check it, your balance grows by ${amount}.`,
    none: `No payment methods are available. Use a redemption code, or contact ${supportWords.en}.`,
    redeem: 'Redemption code',
    redeemNote: '20 characters; case and hyphens do not matter',
    code: 'Code',
    redeemButton: 'Redeem',
    badCode: 'Enter the code',
    redeemed: (amount: string) => `${amount} redeemed`,
    failedOffer: 'Could not load the payment methods.',
  },
});
