import { button, facts, paragraph, type MailWriter } from '../mail-content.ts';
import { showMoment, showName } from '../shown-values.ts';

export const signInNewDevice: MailWriter<'sign-in-new-device'> = {
  zh: ({ at, ip, device, url }, context) => ({
    subject: '新设备登录',
    blocks: [
      paragraph('你的账号在一台新设备上登录了。'),
      facts(['时间', showMoment(at, context)], ['地址', ip], ['设备', showName(device)]),
      paragraph('是你自己，不用做什么。不是你，请马上退出那台设备并修改密码。'),
      button('查看登录设备', url),
    ],
    why: '这是安全通知，不能退订。',
  }),
  en: ({ at, ip, device, url }, context) => ({
    subject: 'Signed in on a new device',
    blocks: [
      paragraph('Somebody signed in to your account on a device not seen before.'),
      facts(['Time', showMoment(at, context)], ['Address', ip], ['Device', showName(device)]),
      paragraph('If it was you, there is nothing to do. If not, sign that device out now and change your password.'),
      button('See signed-in devices', url),
    ],
    why: 'This is a security notice; it cannot be turned off.',
  }),
};
