import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '退订公告邮件',
    hint: '退订后，公告不再发到这个邮箱。账单、安全和上限邮件不受影响，公告仍可在控制台和 RSS 中查看。',
    submit: '退订',
    done: '已退订，公告不再发到这个邮箱。登录后可以在“消息 → 提醒设置”中重新打开。',
    noToken: '链接不完整。请从邮件中重新打开，或登录后在“消息 → 提醒设置”中关闭。',
    toAlerts: '提醒设置',
    toNews: '查看公告',
  },
  en: {
    title: 'Unsubscribe from announcements',
    hint: 'After you unsubscribe, this address gets no announcements. E-mails about billing, security and caps continue. You can still read announcements in the console and the feed.',
    submit: 'Unsubscribe',
    done: 'Done: this address no longer gets announcements. To turn them on again, sign in and open Messages → Alert settings.',
    noToken: 'The link is incomplete. Open it from the e-mail again, or sign in and unsubscribe under Messages → Alert settings.',
    toAlerts: 'Alert settings',
    toNews: 'View announcements',
  },
});
