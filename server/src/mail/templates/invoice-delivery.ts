import { button, facts, paragraph, type MailWriter } from '../mail-content.ts';
import { showName, showYuan } from '../shown-values.ts';

export const invoiceDelivery: MailWriter<'invoice-delivery'> = {
  zh: ({ amount, title, number, url }) => ({
    subject: `电子发票 ${number}：${showYuan(amount)}`,
    blocks: [
      paragraph('发票文件见附件。账号的成员也可以在控制台下载。'),
      facts(['抬头', showName(title)], ['金额', showYuan(amount)], ['发票号码', number]),
      button('查看发票', url),
    ],
    why: '申请发票时填写了此邮箱。',
  }),
  en: ({ amount, title, number, url }) => ({
    subject: `Electronic invoice ${number}: ${showYuan(amount)}`,
    blocks: [
      paragraph('The invoice files are attached. Members of the account can also download them in the console.'),
      facts(['Title', showName(title)], ['Amount', showYuan(amount)], ['Invoice number', number]),
      button('View invoice', url),
    ],
    why: 'The invoice request named this address.',
  }),
};
