import { button, paragraph, type MailWriter } from '../mail-content.ts';
import { showName } from '../shown-values.ts';

const requests: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  dedicated: { zh: '专属通道', en: 'dedicated channel' },
  deployment: { zh: '私有化部署', en: 'private deployment' },
};

export const contractSigned: MailWriter<'contract-signed'> = {
  zh: ({ account, request, url }) => ({
    subject: `${showName(account)} 上传了已签署的合同`,
    blocks: [
      paragraph(`“${showName(account)}”为${requests[request]?.zh ?? request}申请上传了已签署的合同。`),
      button('查看申请', url),
    ],
    why: '这是本站的商务邮箱。',
  }),
  en: ({ account, request, url }) => ({
    subject: `Signed contract from ${showName(account)}`,
    blocks: [
      paragraph(`“${showName(account)}” uploaded a signed contract for its request: ${requests[request]?.en ?? request}.`),
      button('View request', url),
    ],
    why: 'This is the sales address of this site.',
  }),
};
