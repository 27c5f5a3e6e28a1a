import { defineTexts } from '../../i18n/texts.ts';

export const contractTexts = defineTexts({
  zh: {
    title: '合同',
    of: { operator: '待签的合同', account: '签好的合同' },
    by: (who: string) => (who === 'operator' ? '我们上传' : `${who} 上传`),
    file: { operator: '给这位客户的合同', account: '签好的合同' },
    fileHint: 'PDF，不超过 5 MB。',
    upload: '上传合同',
    say: {
      operator: '客户会收到消息和邮件。上传后不能更改，可以再传一份新的。',
      account: '我们会收到通知。上传后不能更改，可以再传一份新的。',
    },
    uploaded: '已上传',
    version: (day: string) => `${day} 版`,
    languages: { zh: '中文', en: '英文' },
  },
  en: {
    title: 'Contracts',
    of: { operator: 'To be signed', account: 'Signed' },
    by: (who: string) => (who === 'operator' ? 'from us' : `from ${who}`),
    file: { operator: 'The contract for this customer', account: 'The signed contract' },
    fileHint: 'PDF, at most 5 MB.',
    upload: 'Upload the contract',
    say: {
      operator: 'The customer gets a message and a mail. What is uploaded is not changed; another one can follow.',
      account: 'We are told. What is uploaded is not changed; another one can follow.',
    },
    uploaded: 'Uploaded',
    version: (day: string) => `version of ${day}`,
    languages: { zh: 'Chinese', en: 'English' },
  },
});
