import { button, paragraph, type MailWriter } from '../mail-content.ts';
import { showName } from '../shown-values.ts';

const requests: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  dedicated: { zh: '专属通道', en: 'dedicated channel' },
  deployment: { zh: '私有部署', en: 'private deployment' },
};

export const contractSigned: MailWriter<'contract-signed'> = {
  zh: ({ account, request, url }) => ({
    subject: `${showName(account)} 上传了签好的合同`,
    blocks: [
      paragraph(`「${showName(account)}」为${requests[request]?.zh ?? request}申请上传了签好的合同。`),
      button('查看申请', url),
    ],
    why: '你的邮箱是这个站点的商务邮箱。',
  }),
  en: ({ account, request, url }) => ({
    subject: `A signed contract of ${showName(account)}`,
    blocks: [
      paragraph(`“${showName(account)}” has uploaded a signed contract for its request: ${requests[request]?.en ?? request}.`),
      button('See the request', url),
    ],
    why: 'Your address is the sales mailbox of this site.',
  }),
};
