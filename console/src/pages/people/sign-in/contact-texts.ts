import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '确认联系邮箱',
    hint: '确认后，这个账号的余额、账单和发票邮件会发到这个邮箱。',
    submit: '确认',
    done: (email: string) => `好了，邮件会发到 ${email}。`,
    noToken: '这个链接不完整。从邮件里原样打开它，或者在账号页重新发送。',
    toAccount: '打开账号页',
  },
  en: {
    title: 'Confirm the contact address',
    hint: 'Once it is confirmed, mails about balance, statements and invoices of the account come to this address.',
    submit: 'Confirm',
    done: (email: string) => `Done: mails come to ${email}.`,
    noToken: 'This link is not complete. Open it as it stands in the mail, or send it again from the page of the account.',
    toAccount: 'Open the page of the account',
  },
});
