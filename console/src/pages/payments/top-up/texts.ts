import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '充值',
    billing: '账务',
    amount: '充值金额',
    amountHint: '最少 0.01 元，最多两位小数。',
    badAmount: '写一个金额，例如 100 或 99.50',
    method: '支付方式',
    pay: '去付款',
    sentence: (amount: string, method: string) =>
      `用${method}付 ${amount}。到账后余额增加 ${amount}，没用完的部分可以退回原支付方式。`,
    sentenceEmpty: '写一个金额，选一种支付方式。到账之前不扣任何钱。',
    bankSentence: (amount: string) =>
      `你会拿到收款账户和一个备注码。转账 ${amount} 时写上备注码，银行入账后由我们核对，余额增加 ${amount}。`,
    none: '暂时没有可用的支付方式。可以用兑换码，或联系运营方。',
    redeem: '兑换码',
    redeemNote: '20 位字符，大小写和连字符都不影响',
    code: '兑换码',
    redeemButton: '兑换',
    badCode: '写上兑换码',
    redeemed: (amount: string) => `已兑换 ${amount}`,
    failedOffer: '支付方式没有加载出来。',
  },
  en: {
    title: 'Top up',
    billing: 'Billing',
    amount: 'Amount',
    amountHint: 'From ¥0.01, with at most two decimals.',
    badAmount: 'Write an amount, such as 100 or 99.50',
    method: 'Pay by',
    pay: 'Go on to pay',
    sentence: (amount: string, method: string) =>
      `Pays ${amount} by ${method}. Once it has arrived, your balance grows by ${amount}; what is not used can go back the same way.`,
    sentenceEmpty: 'Write an amount and choose how to pay. Nothing is taken before you pay.',
    bankSentence: (amount: string) =>
      `You get our bank account and a remark. Transfer ${amount} with that remark; when it has arrived and was checked, your balance grows by ${amount}.`,
    none: 'There is no way to pay at the moment. Use a redemption code, or ask whoever runs the service.',
    redeem: 'Redemption code',
    redeemNote: '20 characters; case and hyphens do not matter',
    code: 'Code',
    redeemButton: 'Redeem',
    badCode: 'Write the code',
    redeemed: (amount: string) => `${amount} redeemed`,
    failedOffer: 'Loading the ways to pay failed.',
  },
});
