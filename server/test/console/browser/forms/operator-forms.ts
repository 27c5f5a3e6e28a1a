import { pdf, picture, type Form } from './form.ts';

const year = new Date().getFullYear() + 1;

/** Operator forms about the service; each creates what the next ones need. */
export const operatorForms: readonly Form[] = [
  {
    name: 'the next stage of a request',
    of: ['pages/requests/operator-requests/move-form.tsx', 'pages/requests/operator-requests/operator-requests-page.tsx'],
    at: '/operator/requests',
    opener: /^Root$/,
    fill: async (keys) => {
      await keys.tabTo(/^Expected completion/);
      await keys.type('12012027');
      await keys.fill(/^Note to the customer/, 'We look at it.');
    },
    submit: /^Move to/,
    says: 'Updated. The customer has been notified',
  },
  {
    name: 'an announcement',
    of: ['pages/news/operator-announcements/announcement-drawer.tsx'],
    at: '/operator/announcements',
    opener: /^New announcement/,
    fill: async (keys) => {
      await keys.act(/^Maintenance$/);
      await keys.fill(/^Chinese title/, '维护');
      await keys.fill(/^English title/, 'Maintenance');
      await keys.fill(/^Chinese text/, '短暂。');
      await keys.fill(/^English text/, 'Short.');
      await keys.fillTime(/^Maintenance begins/, '12302027', '1000AM');
      await keys.fillTime(/^Maintenance ends/, '12302027', '1100AM');
      await keys.act(/^Pin it/, 'Space');
    },
    submit: /^Schedule/,
    says: 'Announcement saved',
  },
  {
    name: 'an incident',
    of: ['pages/news/operator-status/open-incident-drawer.tsx'],
    at: '/operator/status',
    opener: /^Report an incident/,
    fill: async (keys) => {
      await keys.act(/^models down/);
      await keys.tabTo(/^Affected models/);
      await keys.type('sandbox/chat');
      await keys.press('Enter', 'Tab');
      await keys.fill(/^Chinese title/, '变慢');
      await keys.fill(/^English title/, 'Slow');
      await keys.fill(/^Chinese text/, '正在查。');
      await keys.fill(/^English text/, 'We look.');
    },
    submit: /^Publish$/,
    says: 'Incident published',
  },
  {
    name: 'what is told of an incident next',
    of: ['pages/news/operator-status/incident-drawer.tsx'],
    at: '/operator/status',
    opener: /^Slow$/,
    fill: async (keys) => {
      await keys.act(/^resolved$/);
      await keys.fill(/^Chinese text/, '好了。');
      await keys.fill(/^English text/, 'It is over.');
    },
    submit: /^Publish an update/,
    says: 'Update published',
  },
  {
    name: 'a robot for alarms',
    of: ['pages/notices/operator-alarms/robot-drawer.tsx'],
    at: '/operator/alarms',
    opener: /^Add a chat bot/,
    fill: async (keys) => {
      await keys.fill(/^Name/, 'on call');
      await keys.tabTo(/^Kind/);
      await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
      await keys.fill(/^Webhook URL/, 'https://open.feishu.cn/open-apis/bot/v2/hook/0123456789abcdef');
      await keys.fill(/^Signing secret/, 'shared');
    },
    submit: /^Add$/,
    says: /“on call” added/,
  },
  {
    name: 'a way to pay',
    of: ['pages/payments/operator-payment-methods/operator-payment-methods-page.tsx'],
    at: '/operator/payment-methods',
    opener: /^Set up Card/,
    isInPage: true,
    fill: async (keys) => {
      await keys.fill(/^Secret key/, 'sk_test_1');
    },
    submit: /^Save/,
    says: /saved|must|needed|required/i,
  },
  {
    name: 'settings of the site',
    of: ['pages/site/operator-settings/settings-form.tsx'],
    at: '/operator/settings?group=contact',
    fill: (keys) => keys.fill(/^Support e-mail/, 'help@example.com'),
    submit: /^Save/,
    says: 'Saved',
  },
  {
    name: 'a logo that is too large a wish',
    of: ['pages/site/operator-settings/picture-field.tsx'],
    at: '/operator/settings',
    fill: (keys) => keys.attach(/Choose an image/, picture),
    submit: /^Save/,
    says: /32/,
  },
  {
    name: 'the calendar of a year',
    of: ['pages/site/operator-settings/import-drawer.tsx'],
    at: '/operator/settings?group=calendar',
    opener: /^Import a calendar/,
    fill: (keys) => keys.fill(/^Holidays/, `${String(year)}-01-01 off`),
    submit: /^Save/,
    says: `Calendar of ${String(year)} saved`,
  },
  {
    name: 'the days of a year',
    of: ['pages/site/operator-settings/working-years.tsx'],
    at: '/operator/settings?group=calendar',
    opener: new RegExp(`^${String(year)}`),
  },
  {
    name: 'a contract that is offered to all',
    of: ['pages/site/operator-settings/document-drawer.tsx'],
    at: '/operator/settings?group=contracts',
    opener: /^Add a contract/,
    fill: async (keys) => {
      await keys.fill(/^Title/, 'Dedicated channel');
      await keys.tabTo(/^Version date/);
      await keys.type('11012026');
      await keys.attach(/^File/, pdf);
    },
    submit: /^Save$/,
    says: 'Saved',
  },
  {
    name: 'an audit of the books',
    of: ['pages/ledger/operator-audit/books-view.tsx'],
    at: '/operator/audit',
    fill: (keys) => keys.act(/^Audit all books/),
    says: 'Audit started',
  },
  {
    name: 'what was changed',
    of: ['pages/ledger/operator-audit/changes-list.tsx'],
    at: '/operator/audit?view=changes',
    opener: /^20\d\d-\d\d-\d\d/,
  },
];
