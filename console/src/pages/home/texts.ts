import { defineTexts } from '../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '一个地址，调用所有模型。',
    lede: '按用量付费，没有最低消费。只有完整的回答才收费，每一笔都说得清。',
    signUp: '注册',
  },
  en: {
    title: 'Every model, one address.',
    lede: 'Pay for what you use, no minimum. Only a complete answer is charged, and every charge explains itself.',
    signUp: 'Sign up',
  },
});
