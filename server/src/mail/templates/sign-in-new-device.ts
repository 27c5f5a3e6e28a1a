import { button, facts, paragraph, type MailWriter } from '../mail-content.ts';
import { showMoment, showName } from '../shown-values.ts';

export const signInNewDevice: MailWriter<'sign-in-new-device'> = {
  zh: ({ at, ip, device, url }, context) => ({
    subject: '新设备登录',
    blocks: [
      paragraph('你的账号在新设备上登录。'),
      facts(['时间', showMoment(at, context)], ['IP 地址', ip], ['设备', showName(device)]),
      paragraph('如是本人操作，无需处理。如非本人操作，请立即退出该设备并修改密码。'),
      button('查看登录设备', url),
    ],
    why: '这是安全通知，不能退订。',
  }),
  en: ({ at, ip, device, url }, context) => ({
    subject: 'Signed in on a new device',
    blocks: [
      paragraph('Your account was used to sign in on a new device.'),
      facts(['Time', showMoment(at, context)], ['IP address', ip], ['Device', showName(device)]),
      paragraph('If this was you, no action is needed. If not, sign out that device now and change your password.'),
      button('View signed-in devices', url),
    ],
    why: 'This is a security notice. You cannot unsubscribe from it.',
  }),
};
