import type { Form } from './form.ts';

/** Forms about keys, people and calls; each creates what the next ones need. */
export const keyForms: readonly Form[] = [
  {
    name: 'raising a cap',
    of: ['components/tenants/raise-cap.tsx'],
    at: '/keys',
    opener: /^Raise cap/,
    fill: (keys) => keys.fill(/^Daily cap/, '2'),
    submit: /^Raise$/,
    says: 'The cap of nearly nothing is now ¥2.',
  },
  {
    name: 'making a key',
    of: [
      'pages/tenants/keys/create-key-drawer.tsx',
      'components/forms/secret-drawer.tsx',
      'pages/tenants/keys/new-key-drawer.tsx',
    ],
    at: '/keys',
    opener: /^Create key/,
    fill: async (keys) => {
      await keys.fill(/^Remark/, 'shop');
      await keys.fill(/^Daily cap/, '5');
      await keys.tabTo(/^Allowed models/);
      await keys.type('sandbox/chat');
      await keys.press('Enter', 'Tab');
    },
    submit: /^Create/,
    says: 'Copy now: this is shown only once.',
    then: async (keys) => {
      await keys.press('Escape');
      await keys.act(/^Stay and copy/);
      await keys.act(/^I have stored it safely/, 'Space');
      await keys.act(/^Done/);
      await keys.isOn(/^Create key/);
    },
  },
  {
    name: 'resetting a key',
    of: ['pages/tenants/keys/reset-key.tsx', 'pages/tenants/keys/replaced-key.tsx', 'ui/windows/confirm-typed.tsx'],
    at: '/keys',
    opener: /^shop: more/,
    open: (keys) => keys.chooseInMenu('Reset'),
    fill: (keys) => keys.fill(/^Type shop/, 'shop'),
    submit: /^Reset/,
    says: 'Key reset',
    then: async (keys) => {
      await keys.act(/^I have stored it safely/, 'Space');
      await keys.act(/^Done/);
    },
  },
  {
    name: 'deleting a key',
    of: ['pages/tenants/keys/delete-key.tsx'],
    at: '/keys',
    opener: /^shop: more/,
    open: (keys) => keys.chooseInMenu('Delete'),
    fill: (keys) => keys.fill(/^Type shop/, 'shop'),
    submit: /^Delete/,
    says: 'shop is deleted.',
  },
  {
    name: 'the settings of a key',
    of: ['pages/tenants/keys/key-settings.tsx'],
    at: ({ keyId }) => `/keys/${keyId}`,
    fill: (keys) => keys.fill(/^Monthly cap/, '60'),
    submit: /^Save/,
    says: 'production saved. Changes apply from the next request.',
  },
  {
    name: "a key that prefers a route of the account's own",
    of: ['pages/tenants/keys/key-settings.tsx'],
    at: async ({ keyId, ownUpstream }) => {
      await ownUpstream();
      return `/keys/${keyId}`;
    },
    fill: async (keys) => {
      await keys.act(/^More/);
      await keys.chooseNext(/^Preferred route/);
    },
    submit: /^Save/,
    says: 'production saved. Changes apply from the next request.',
    then: async ({ page }) => {
      await page.reload();
      await page.locator('.key-settings .ant-select', { hasText: 'house · domestic' }).waitFor();
    },
  },
  {
    name: 'making a sub-account',
    of: ['pages/tenants/sub-accounts/create-sub-account.tsx'],
    at: '/sub-accounts',
    opener: /^Create sub-account/,
    fill: async (keys) => {
      await keys.fill(/^Name/, 'Support');
      await keys.fill(/^Monthly cap/, '5');
    },
    submit: /^Create/,
    says: 'Sub-account Support is created.',
  },
  {
    name: 'the settings of a sub-account',
    of: ['pages/tenants/sub-accounts/sub-account-settings.tsx'],
    at: ({ subAccountId }) => `/sub-accounts/${subAccountId}`,
    fill: (keys) => keys.fill(/^Daily cap/, '7'),
    submit: /^Save/,
    says: 'Research saved. Changes apply from the next request.',
  },
  {
    name: 'deleting a sub-account',
    of: ['pages/tenants/sub-accounts/sub-account-page.tsx'],
    at: ({ subAccountId }) => `/sub-accounts/${subAccountId}`,
    opener: /^Delete/,
    fill: (keys) => keys.fill(/^Type Research/, 'Research'),
    submit: /^Delete/,
    says: 'Research is deleted.',
  },
  {
    name: 'inviting somebody',
    of: ['pages/people/team/invite-drawer.tsx', 'ui/windows/submit-drawer.tsx'],
    at: '/team',
    opener: /^Invite/,
    fill: async (keys) => {
      await keys.fill(/^E-mail address/, 'new@example.com');
      await keys.tabTo(/^Developer/);
      await keys.press('ArrowDown');
    },
    submit: /^Send invitation/,
    says: /Invitation sent to new@example.com/,
  },
  {
    name: 'removing a member',
    of: ['pages/people/team/remove-member.tsx'],
    at: async ({ join }) => {
      await join();
      return '/team';
    },
    opener: /^Remove$/,
    fill: (keys) => keys.fill(/^Type Keys/, 'Keys'),
    submit: /^Remove/,
    says: 'Keys is removed.',
  },
  {
    name: 'a span of time of one’s own',
    of: ['components/filters/range-filter.tsx'],
    at: '/calls',
    opener: /Last 24 hours/,
    isInPage: true,
    fill: (keys) => keys.fillTime(/^From/, '11012026', '1000AM'),
    submit: /^Apply/,
    says: /2026-11-01/,
  },
  {
    name: 'usage as a file',
    of: ['pages/calls/usage/usage-export.tsx'],
    at: '/usage',
    opener: /^Export/,
    fill: (keys) => keys.act(/^CSV/),
    isUnchanged: true,
    submit: /^Download/,
  },
  {
    name: 'calls as a file',
    of: ['pages/calls/calls/call-export.tsx'],
    at: '/calls',
    opener: /^Export/,
    fill: (keys) => keys.act(/^CSV/),
    isUnchanged: true,
    submit: /^Export$/,
    says: /again for 24 hours/,
  },
  {
    name: 'a call of the log',
    of: ['pages/calls/calls/call-drawer.tsx'],
    at: '/calls',
    opener: /^\d\d:\d\d/,
  },
  {
    name: 'the palette of all there is, and its shortcuts',
    of: ['layouts/command-palette/command-palette.tsx', 'layouts/shortcuts.tsx'],
    at: '/overview',
    fill: async (keys) => {
      await keys.press('?');
      await keys.page.locator('dialog[open]').waitFor();
      await keys.press('Escape');
      await keys.page.locator('dialog[open]').waitFor({ state: 'detached' });
      await keys.press('Control+k');
      await keys.page.locator('dialog[open]').waitFor();
      await keys.type('Billing');
      await keys.press('Enter');
    },
    says: 'Monthly budget',
  },
];
