import { button, paragraph, type MailWriter } from '../mail-content.ts';
import { showName } from '../shown-values.ts';

export const proveContact: MailWriter<'prove-contact'> = {
  zh: ({ account, by, url }, { service }) => ({
    subject: `确认 ${showName(account)} 的联系邮箱`,
    blocks: [
      paragraph(
        `${showName(by)} 将这个邮箱设为 ${service.name} 账号“${showName(account)}”的联系邮箱，用于接收余额、账单和发票邮件。`,
      ),
      button('确认联系邮箱', url),
      paragraph('链接 24 小时内有效，只能使用一次。'),
    ],
    why: '有人将你的邮箱填为联系邮箱。如不认识对方，请忽略本邮件，你不会再收到其他邮件。',
  }),
  en: ({ account, by, url }, { service }) => ({
    subject: `Confirm the contact address of ${showName(account)}`,
    blocks: [
      paragraph(
        `${showName(by)} wants to send mails about balance, statements and invoices of the ${service.name} account “${showName(account)}” to this address.`,
      ),
      button('Confirm address', url),
      paragraph('The link works once within 24 hours.'),
    ],
    why: 'Somebody entered your address as a contact address. If you do not know them, ignore this mail. You will not receive any more.',
  }),
};
