import { button, facts, paragraph, type MailWriter } from '../mail-content.ts';
import { showName, showYuan } from '../shown-values.ts';

export const invoiceDelivery: MailWriter<'invoice-delivery'> = {
  zh: ({ amount, title, number, url }) => ({
    subject: `电子发票 ${number}：${showYuan(amount)}`,
    blocks: [
      paragraph('发票文件在附件里。账号的成员也可以在控制台下载。'),
      facts(['抬头', showName(title)], ['金额', showYuan(amount)], ['发票号码', number]),
      button('查看发票', url),
    ],
    why: '申请发票时留的是这个邮箱。',
  }),
  en: ({ amount, title, number, url }) => ({
    subject: `Electronic invoice ${number}: ${showYuan(amount)}`,
    blocks: [
      paragraph('The files of the invoice are attached. Members of the account can download them in the console, too.'),
      facts(['Title', showName(title)], ['Amount', showYuan(amount)], ['Invoice number', number]),
      button('See the invoice', url),
    ],
    why: 'The invoice was asked to be sent to this address.',
  }),
};
