import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '不再收公告邮件',
    hint: '以后的公告不再发到这个邮箱。账单、安全和上限的邮件照常，公告在控制台和 RSS 里还能看到。',
    submit: '不再收',
    done: '好了，公告不再发到这个邮箱。登录后可以在“消息 → 提醒设置”里打开。',
    noToken: '这个链接不完整。从邮件里原样打开它，或者登录后在“消息 → 提醒设置”里关掉。',
    toAlerts: '提醒设置',
    toNews: '看公告',
  },
  en: {
    title: 'Stop announcements by mail',
    hint: 'Announcements no longer come to this address. Mails about bills, security and caps go on, and announcements stand in the console and its feed.',
    submit: 'Stop them',
    done: 'Done: announcements no longer come to this address. Signed in, you turn them on again under Messages → Alert settings.',
    noToken:
      'This link is not complete. Open it as it stands in the mail, or sign in and turn the mails off under Messages → Alert settings.',
    toAlerts: 'Alert settings',
    toNews: 'Read announcements',
  },
});
