import { button, paragraph, type MailWriter } from '../mail-content.ts';
import { showYuan } from '../shown-values.ts';

export const trialCreditGranted: MailWriter<'trial-credit-granted'> = {
  zh: ({ amount, url }) => ({
    subject: `试用额度 ${showYuan(amount)} 已到账`,
    blocks: [paragraph(`你的账号已收到 ${showYuan(amount)} 试用额度，可以调用模型了。`), button('创建密钥', url)],
    why: '你的账号之前在等待发放试用额度。',
  }),
  en: ({ amount, url }) => ({
    subject: `Your trial credit of ${showYuan(amount)} is available`,
    blocks: [
      paragraph(`Your account now has a trial credit of ${showYuan(amount)} (CNY). You can start calling models.`),
      button('Create a key', url),
    ],
    why: 'Your account was waiting for its trial credit.',
  }),
};
