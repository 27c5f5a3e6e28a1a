import { button, paragraph, type MailWriter } from '../mail-content.ts';
import { showName } from '../shown-values.ts';

export const proveContact: MailWriter<'prove-contact'> = {
  zh: ({ account, by, url }, { service }) => ({
    subject: `确认 ${showName(account)} 的联系邮箱`,
    blocks: [
      paragraph(`${showName(by)} 想把 ${service.name} 账号「${showName(account)}」的余额、账单和发票邮件发到这个邮箱。`),
      button('确认联系邮箱', url),
      paragraph('链接 24 小时内有效，只能用一次。'),
    ],
    why: '有人填了你的邮箱作为联系邮箱。不认识的话，不用理会，什么也不会发来。',
  }),
  en: ({ account, by, url }, { service }) => ({
    subject: `Confirm the contact address of ${showName(account)}`,
    blocks: [
      paragraph(
        `${showName(by)} wants mails about balance, statements and invoices of the ${service.name} account “${showName(account)}” to come to this address.`,
      ),
      button('Confirm the address', url),
      paragraph('The link works for 24 hours, once.'),
    ],
    why: 'Somebody entered your address as a contact address. If you do not know them, ignore this mail: nothing else will come.',
  }),
};
