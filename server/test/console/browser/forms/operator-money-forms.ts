import { pdf, type Form } from './form.ts';

/** Forms of operators about accounts and their money, in an order in which each finds what it needs. */
export const operatorMoneyForms: readonly Form[] = [
  {
    name: 'giving an account credit',
    of: ['pages/tenants/operator-accounts/credit-drawer.tsx'],
    at: ({ accountId }) => `/operator/accounts/${accountId}`,
    opener: /^Credit$/,
    fill: async (keys) => {
      await keys.fill(/^Amount/, '12.5');
      await keys.fill(/^Reason/, 'bank transfer');
    },
    submit: /^Credit$/,
    says: '¥12.50 entered',
  },
  {
    name: 'the reason for which an account is frozen',
    of: ['pages/tenants/operator-accounts/freeze-drawer.tsx'],
    at: ({ otherAccountId }) => `/operator/accounts/${otherAccountId}`,
    opener: /^Freeze$/,
    fill: (keys) => keys.fill(/^Reason for the freeze/, 'unpaid bill'),
    submit: /^Freeze$/,
    says: 'The account is frozen; all its keys are off',
  },
  {
    name: 'plan, limits and upstreams of an account',
    of: ['pages/tenants/operator-accounts/settings-drawer.tsx', 'pages/tenants/limit-field.tsx'],
    at: ({ accountId }) => `/operator/accounts/${accountId}`,
    opener: /^Change$/,
    fill: async (keys) => {
      await keys.tabTo(/^Plan/);
      await keys.press('ArrowDown');
      await keys.act(/^At most/);
      await keys.fill(/^Requests per minute/, '700');
      await keys.fill(/^Price multiplier/, '0.9');
      await keys.act(/^Domestic routes only/, 'Space');
    },
    submit: /^Save/,
    says: 'Saved, in force from the next request',
  },
  {
    name: 'a price of an account’s own',
    of: ['pages/tenants/operator-accounts/price-drawer.tsx'],
    at: ({ accountId }) => `/operator/accounts/${accountId}`,
    opener: /^Add a price/,
    fill: async (keys) => {
      await keys.tabTo(/^Model/);
      await keys.press('ArrowDown');
      await keys.fill(/^Input/, '19');
      await keys.fill(/^Output/, '79');
      await keys.fillTime(/^Until/, '12312027', '1000AM');
    },
    submit: /^Save price/,
    says: /^Price of .* saved/,
  },
  {
    name: 'closing an account, and taking it back',
    of: [],
    at: ({ accountId }) => `/operator/accounts/${accountId}`,
    fill: (keys) => keys.fill(/^Why, for the audit log/, 'asked for by telephone'),
    submit: /^Close this account/,
    says: /an invoice request or reversal is in progress|invoice/i,
  },
  {
    name: 'a new plan',
    of: ['pages/tenants/operator-plans/plan-drawer.tsx'],
    at: '/operator/plans',
    opener: /^New plan/,
    fill: async (keys) => {
      await keys.fill(/^id/, 'team-600');
      await keys.fill(/^Name/, 'Team');
      await keys.fill(/^Requests per minute/, '600');
      await keys.fill(/^At a time/, '60');
      await keys.fill(/^Price multiplier/, '0.95');
      await keys.act(/^Reserve the worst case/, 'Space');
    },
    submit: /^Create/,
    says: 'Team made',
  },
  {
    name: 'confirming a transfer',
    of: ['pages/payments/operator-top-ups/order-drawer.tsx'],
    at: '/operator/top-ups',
    opener: /^20\d\d-\d\d-\d\d/,
    fill: async (keys) => {
      await keys.fill(/^Bank reference/, 'B-1');
      await keys.fill(/^Payer/, 'Example Ltd');
    },
    submit: /^Confirm the transfer/,
    says: /^Done$/,
  },
  {
    name: 'giving a payment back',
    of: ['pages/payments/operator-top-ups/refund-form.tsx'],
    at: '/operator/top-ups?state=paid',
    opener: /^20\d\d-\d\d-\d\d/,
    fill: async (keys) => {
      await keys.act(/^Give this payment back/);
      await keys.fill(/^Amount to give back/, '30');
      await keys.fill(/^Why; the account reads it/, 'ordered by mistake');
      await keys.fill(/^Account number/, '6222 0000');
      await keys.fill(/^Bank and branch/, 'Example Bank');
    },
    submit: /^Give this payment back/,
    says: 'It is going back',
  },
  {
    name: 'approving a return, or sending it back',
    of: ['pages/payments/operator-returns/decide.tsx', 'pages/payments/operator-returns/return-drawer.tsx'],
    at: '/operator/returns?show=requested',
    opener: /^20\d\d-\d\d-\d\d/,
    fill: (keys) => keys.fill(/^Amount to approve/, '40'),
    submit: /^Approve/,
    says: 'Done',
  },
  {
    name: 'a transfer that was made',
    of: ['components/forms/words-form.tsx'],
    at: '/operator/returns?show=open',
    opener: /^20\d\d-\d\d-\d\d/,
    fill: (keys) => keys.fill(/^Bank reference/, 'B-2'),
    submit: /^Transfer made/,
    says: 'Done',
  },
  {
    name: 'codes',
    of: ['pages/payments/operator-codes/batch-drawer.tsx'],
    at: '/operator/codes',
    opener: /^Make a batch/,
    fill: async (keys) => {
      await keys.fill(/^What for/, 'spring');
      await keys.fill(/^Worth of each/, '10');
      await keys.fill(/^How many/, '3');
      await keys.act(/^These codes are sold/, 'Space');
    },
    submit: /^Make a batch/,
    says: 'Codes made',
    then: async (keys) => {
      await keys.act(/^I have stored/, 'Space');
      await keys.act(/^Done/);
      await keys.isOn(/^Make a batch/);
    },
  },
  {
    name: 'a company that is who it says',
    of: ['pages/invoicing/operator-invoices/operator-verifications-page.tsx'],
    at: '/operator/verifications',
    opener: /^Root$/,
    fill: (keys) => keys.tabTo(/^Reason, which the account reads/),
    isUnchanged: true,
    submit: /^Approve$/,
    says: /^Updated; the account is told/,
  },
  {
    name: 'approving an invoice',
    of: ['pages/invoicing/operator-invoices/invoice-drawer.tsx'],
    at: '/operator/invoices?state=to_review',
    opener: /^Root$/,
    fill: (keys) => keys.act(/^Begin the review/),
    isUnchanged: true,
    submit: /^Approve$/,
    // The review has said "Updated" already.
    says: 'Being issued',
  },
  {
    name: 'the file of an invoice, and its number',
    of: ['pages/invoicing/operator-invoices/issue-form.tsx'],
    at: '/operator/invoices?state=to_issue',
    opener: /^Root$/,
    fill: async (keys) => {
      await keys.attach(/^File of the invoice/, pdf);
      await keys.act(/^Upload/);
      await keys.page.getByText('File uploaded').last().waitFor();
      await keys.fill(/^Invoice number/, '25332000000012345678');
    },
    submit: /^Say it is issued/,
    says: /^Updated; the account is told/,
  },
  {
    name: 'asking for a reversal',
    of: ['pages/invoicing/invoices/reversal-form.tsx'],
    at: ({ invoiceId }) => `/invoices/${invoiceId}`,
    fill: async (keys) => {
      await keys.act(/^Request a reversal/);
      await keys.tabTo(/^Reason of the reversal/);
      await keys.press('ArrowDown');
      await keys.fill(/^Explanation/, 'another title');
    },
    submit: /^Request a reversal/,
    says: 'Reversal requested',
  },
  {
    name: 'the slip of a reversal',
    of: [],
    at: '/operator/invoices?state=to_reverse',
    opener: /^Root$/,
    fill: (keys) => keys.fill(/^Number of the confirmation slip/, '33012345678901234567'),
    submit: /^Enter the slip/,
    says: /^Updated; the account is told|slip/,
  },
];
