import { pdf, type Form } from './form.ts';

/** Operator forms about accounts and their money; each creates what the next ones need. */
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
    says: '¥12.50 credited',
  },
  {
    name: 'the reason for which an account is frozen',
    of: ['pages/tenants/operator-accounts/freeze-drawer.tsx'],
    at: ({ otherAccountId }) => `/operator/accounts/${otherAccountId}`,
    opener: /^Freeze$/,
    fill: (keys) => keys.fill(/^Reason for the freeze/, 'unpaid bill'),
    submit: /^Freeze$/,
    says: 'The account is frozen. All its keys are disabled',
  },
  {
    name: 'plan, limits and upstreams of an account',
    of: ['pages/tenants/operator-accounts/settings-drawer.tsx', 'pages/tenants/limit-field.tsx'],
    at: ({ accountId }) => `/operator/accounts/${accountId}`,
    opener: /^Change$/,
    fill: async (keys) => {
      await keys.chooseNext(/^Plan/);
      await keys.act(/^At most/);
      await keys.fill(/^Requests per minute/, '700');
      await keys.fill(/^Price multiplier/, '0.9');
      await keys.act(/^Domestic routes only/, 'Space');
    },
    submit: /^Save/,
    says: 'Saved. Changes apply from the next request',
  },
  {
    name: 'a price of an account’s own',
    of: ['pages/tenants/operator-accounts/price-drawer.tsx'],
    at: ({ accountId }) => `/operator/accounts/${accountId}`,
    opener: /^Add a price/,
    fill: async (keys) => {
      await keys.chooseNext(/^Model/);
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
    fill: (keys) => keys.fill(/^Reason \(for the audit log/, 'asked for by telephone'),
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
      await keys.fill(/^Concurrency limit/, '60');
      await keys.fill(/^Price multiplier/, '0.95');
      await keys.act(/^Reserve the maximum cost/, 'Space');
    },
    submit: /^Create/,
    says: 'Team created',
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
    submit: /^Confirm transfer/,
    says: /^Updated$/,
  },
  {
    name: 'giving a payment back',
    of: ['pages/payments/operator-top-ups/refund-form.tsx'],
    at: '/operator/top-ups?state=paid',
    opener: /^20\d\d-\d\d-\d\d/,
    fill: async (keys) => {
      await keys.act(/^Refund this payment/);
      await keys.fill(/^Refund amount/, '30');
      await keys.fill(/^Reason \(visible to the customer/, 'ordered by mistake');
      await keys.fill(/^Account number/, '6222 0000');
      await keys.fill(/^Bank and branch/, 'Example Bank');
    },
    submit: /^Refund this payment/,
    says: 'Refund started',
  },
  {
    name: 'approving a return, or sending it back',
    of: ['pages/payments/operator-returns/decide.tsx', 'pages/payments/operator-returns/return-drawer.tsx'],
    at: '/operator/returns?show=requested',
    opener: /^20\d\d-\d\d-\d\d/,
    fill: (keys) => keys.fill(/^Amount to approve/, '40'),
    submit: /^Approve/,
    says: 'Updated',
  },
  {
    name: 'a transfer that was made',
    of: ['components/forms/words-form.tsx'],
    at: '/operator/returns?show=open',
    opener: /^20\d\d-\d\d-\d\d/,
    fill: (keys) => keys.fill(/^Bank reference/, 'B-2'),
    submit: /^Mark as transferred/,
    says: 'Updated',
  },
  {
    name: 'codes',
    of: ['pages/payments/operator-codes/batch-drawer.tsx'],
    at: '/operator/codes',
    opener: /^Create codes/,
    fill: async (keys) => {
      await keys.fill(/^Purpose/, 'spring');
      await keys.fill(/^Value per code/, '10');
      await keys.fill(/^Quantity/, '3');
      await keys.act(/^These codes are sold/, 'Space');
    },
    submit: /^Create codes/,
    says: 'Codes created',
    then: async (keys) => {
      await keys.act(/^I have stored/, 'Space');
      await keys.act(/^Done/);
      await keys.isOn(/^Create codes/);
    },
  },
  {
    name: 'a company that is who it says',
    of: ['pages/invoicing/operator-invoices/operator-verifications-page.tsx'],
    at: '/operator/verifications',
    opener: /^Root$/,
    fill: (keys) => keys.tabTo(/^Reason \(visible to the customer/),
    isUnchanged: true,
    submit: /^Approve$/,
    says: /^Updated\. The customer is notified/,
  },
  {
    name: 'approving an invoice',
    of: ['pages/invoicing/operator-invoices/invoice-drawer.tsx'],
    at: '/operator/invoices?state=to_review',
    opener: /^Root$/,
    fill: (keys) => keys.act(/^Start review/),
    isUnchanged: true,
    submit: /^Approve$/,
    // The review already showed "Updated".
    says: 'Being issued',
  },
  {
    name: 'the file of an invoice, and its number',
    of: ['pages/invoicing/operator-invoices/issue-form.tsx'],
    at: '/operator/invoices?state=to_issue',
    opener: /^Root$/,
    fill: async (keys) => {
      await keys.attach(/^Invoice file/, pdf);
      await keys.act(/^Upload/);
      await keys.page.getByText('File uploaded').last().waitFor();
      await keys.fill(/^Invoice number/, '25332000000012345678');
    },
    submit: /^Mark as issued/,
    says: /^Updated\. The customer is notified/,
  },
  {
    name: 'asking for a reversal',
    of: ['pages/invoicing/invoices/reversal-form.tsx'],
    at: ({ invoiceId }) => `/invoices/${invoiceId}`,
    fill: async (keys) => {
      await keys.act(/^Request a reversal/);
      await keys.tabTo(/^Reason for reversal/);
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
    fill: (keys) => keys.fill(/^Confirmation slip number/, '33012345678901234567'),
    submit: /^Enter the slip/,
    says: /^Updated\. The customer is notified|slip/,
  },
];
