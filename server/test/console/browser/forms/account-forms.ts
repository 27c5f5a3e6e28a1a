import { pdf, picture, type Form } from './form.ts';

/** Forms about the money of an account and the account itself; each creates what the next ones need. */
export const accountForms: readonly Form[] = [
  {
    name: 'topping up',
    of: ['pages/payments/top-up/order-form.tsx'],
    at: '/billing/top-up',
    fill: (keys) => keys.fill(/^Amount/, '120'),
    submit: /^Continue to payment/,
    says: 'Example Ltd',
  },
  {
    name: 'redeeming a code',
    of: ['pages/payments/top-up/redeem-form.tsx'],
    at: '/billing/top-up',
    fill: (keys) => keys.fill(/^Code/, 'AAAAA-AAAAA-AAAAA-AAAAA'),
    submit: /^Redeem/,
    says: /code/i,
  },
  {
    name: 'the budget of a month',
    of: ['pages/ledger/billing/budget-sheet.tsx'],
    at: '/billing',
    fill: (keys) => keys.fill(/^Budget/, '500'),
    submit: /^Save/,
    says: 'Budget saved.',
    then: (keys) => keys.act(/^E-mail the monthly statement/, 'Space'),
  },
  {
    name: 'asking for money back',
    of: ['pages/payments/returns/return-form.tsx', 'pages/payments/returns/return-drawer.tsx'],
    at: '/billing/returns',
    fill: async (keys) => {
      await keys.fill(/^Amount/, '50');
      await keys.fill(/^Account holder/, 'Example Ltd');
      await keys.fill(/^Account number/, '6222 0000');
      await keys.fill(/^Bank and branch/, 'Example Bank');
    },
    submit: /^Submit request/,
    says: 'Request submitted',
  },
  {
    name: 'a title of invoices',
    of: ['pages/invoicing/invoices/title-drawer.tsx'],
    at: '/invoices/titles',
    opener: /^Add a title/,
    fill: async (keys) => {
      await keys.act(/^Individual/);
      await keys.fill(/^Name/, '王小明');
      await keys.fill(/^Recipient e-mail/, 'ming@example.com');
    },
    submit: /^Save/,
    says: 'Title saved',
  },
  {
    name: 'the licence of a company',
    of: ['pages/invoicing/invoices/verification-page.tsx'],
    at: '/invoices/verification',
    fill: (keys) => keys.attach(/^Business licence/, picture),
    submit: /^Upload and submit/,
    says: 'Licence submitted',
  },
  {
    name: 'asking for an invoice',
    of: ['pages/invoicing/invoices/invoice-form.tsx'],
    at: '/invoices/new',
    fill: async (keys) => {
      await keys.fill(/^Amount/, '100');
      await keys.tabTo(/^Title/);
      await keys.press('ArrowDown');
      await keys.fill(/^Recipient e-mail/, 'finance@example.com');
    },
    submit: /^Submit/,
    says: 'Request submitted',
  },
  {
    name: 'when to be told of the balance',
    of: ['pages/notices/alerts/settings-sheet.tsx'],
    at: '/inbox/alerts',
    fill: async (keys) => {
      await keys.fill(/^Alert when/, '20');
      await keys.act(/^E-mail when a cap/, 'Space');
    },
    submit: /^Save/,
    says: 'Saved.',
    then: (keys) => keys.act(/^Also e-mail me announcements/, 'Space'),
  },
  {
    name: 'adding a webhook',
    of: ['pages/notices/alerts/webhook-drawer.tsx'],
    at: '/inbox/alerts',
    opener: /^Add a webhook/,
    fill: async (keys) => {
      await keys.fill(/^Endpoint URL/, 'https://hooks.example.com/tollgate');
      await keys.act(/^Cap used up/, 'Space');
    },
    submit: /^Add$/,
    says: 'Signing secret',
    then: async (keys) => {
      await keys.act(/^I have stored it safely/, 'Space');
      await keys.act(/^Done/);
      await keys.isOn(/^Add a webhook/);
    },
  },
  {
    name: 'the events of a webhook',
    of: ['pages/notices/alerts/webhook-detail.tsx'],
    at: '/inbox/alerts',
    opener: /^Settings and log/,
    fill: (keys) => keys.act(/^Cap used up/, 'Space'),
    isUnchanged: true,
    submit: /^Save events/,
    says: 'Saved.',
  },
  {
    name: 'asking for a channel',
    of: ['pages/requests/dedicated/ask-drawer.tsx'],
    at: '/dedicated',
    opener: /^Request a channel/,
    fill: async (keys) => {
      await keys.fill(/^Contact details/, 'Li Lei 138 0000 0000');
      await keys.fill(/^Requirements/, '3000 RPM');
    },
    submit: /^Submit request/,
    says: 'Request submitted',
  },
  {
    name: 'a contract that is signed',
    of: ['pages/requests/request-contracts.tsx'],
    at: '/dedicated',
    fill: (keys) => keys.attach(/^The signed contract/, pdf),
    submit: /^Upload the contract/,
    says: 'Uploaded',
  },
  {
    name: 'a message to a model, and another in its place',
    of: ['pages/catalogue/playground/chat/composer.tsx', 'pages/catalogue/playground/chat/turn-view.tsx'],
    at: '/playground',
    fill: async (keys) => {
      await keys.fill(/^Message$/, 'What does a call cost here?');
      await keys.press('Control+Enter');
      await keys.act(/^Edit$/);
      await keys.fill(/^Edit this message/, 'And this one?');
    },
    submit: /^Send$/,
    says: /¥0\.\d+/,
  },
  {
    name: 'the page as code',
    of: ['pages/catalogue/playground/code/code-drawer.tsx'],
    at: '/playground',
    opener: /^View code/,
  },
  {
    name: 'texts as vectors',
    of: ['pages/catalogue/playground/runs/run-form.tsx'],
    at: '/playground?kind=embedding',
    fill: (keys) => keys.fill(/^Texts/, 'one'),
    submit: /^Compare/,
    says: /vectors? of \d+ dimensions/,
  },
  {
    name: 'name and address of the account',
    of: ['pages/account-life/account/account-sheet.tsx'],
    at: '/account',
    fill: (keys) => keys.fill(/^Contact e-mail/, 'accounts@example.com'),
    submit: /^Save/,
    says: 'Confirmation link sent to accounts@example.com',
  },
];
