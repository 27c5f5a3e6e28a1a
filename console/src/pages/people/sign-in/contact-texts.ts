import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '确认联系邮箱',
    hint: '确认后，这个账号的余额、账单和发票邮件会发到这个邮箱。',
    submit: '确认',
    done: (email: string) => `已确认，邮件将发到 ${email}。`,
    noToken: '链接不完整。请从邮件中重新打开，或在账号页重新发送。',
    toAccount: '打开账号页',
    withoutMail: {
      noToken: '链接不完整。请复制完整的链接，包括 # 之后的部分。',
    },
  },
  en: {
    title: 'Confirm contact e-mail',
    hint: 'After you confirm, e-mails about balance, statements and invoices of this account go to this address.',
    submit: 'Confirm',
    done: (email: string) => `Confirmed. E-mails now go to ${email}.`,
    noToken: 'The link is incomplete. Open it from the e-mail again, or resend it from the account page.',
    toAccount: 'Open account page',
    withoutMail: {
      noToken: 'The link is incomplete. Copy the whole link, including the part after #.',
    },
  },
});
