import { defineTexts } from '../../i18n/texts.ts';

export const contractTexts = defineTexts({
  zh: {
    title: '合同',
    of: { operator: '待签署的合同', account: '已签署的合同' },
    by: (who: string) => (who === 'operator' ? '我们上传' : `${who} 上传`),
    file: { operator: '给这位客户的合同', account: '已签署的合同' },
    fileHint: 'PDF，不超过 5 MB。',
    upload: '上传合同',
    say: {
      operator: '客户会收到消息和邮件。上传后不能修改，但可以再上传一份。',
      account: '我们会收到通知。上传后不能修改，但可以再上传一份。',
    },
    uploaded: '已上传',
    version: (day: string) => `${day} 版`,
    languages: { zh: '中文', en: '英文' },
    withoutMail: {
      say: { operator: '客户会在控制台收到消息。上传后不能修改，但可以再上传一份。' },
    },
  },
  en: {
    title: 'Contracts',
    of: { operator: 'To be signed', account: 'Signed' },
    by: (who: string) => (who === 'operator' ? 'from us' : `from ${who}`),
    file: { operator: 'The contract for this customer', account: 'The signed contract' },
    fileHint: 'PDF, at most 5 MB.',
    upload: 'Upload the contract',
    say: {
      operator:
        'The customer is notified by message and e-mail. An uploaded contract cannot be changed, but you can upload another.',
      account: 'We are notified. An uploaded contract cannot be changed, but you can upload another.',
    },
    uploaded: 'Uploaded',
    version: (day: string) => `version of ${day}`,
    languages: { zh: 'Chinese', en: 'English' },
    withoutMail: {
      say: {
        operator:
          'The customer is notified by a message in the console. An uploaded contract cannot be changed, but you can upload another.',
      },
    },
  },
});
