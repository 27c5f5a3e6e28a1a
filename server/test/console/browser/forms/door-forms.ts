import { password } from '../../../identity/first-administrator.ts';
import type { Form } from './form.ts';

/** The later passwords of the newcomer and the administrator. */
export const nextPassword = 'correct horse stapler';

/** Forms without a sign-in. */
export const doorForms: readonly Form[] = [
  {
    name: 'the first administrator, whose link works once',
    as: 'nobody',
    of: ['pages/people/sign-in/setup-page.tsx', 'pages/people/sign-in/person-form.tsx'],
    at: '/setup#token=0123456789abcdef0123456789abcdef',
    fill: async (keys) => {
      await keys.fill(/^Your name/, 'Other');
      await keys.fill(/^E-mail/, 'other@example.com');
      await keys.fill(/^Password/, password);
    },
    submit: /^Create administrator/,
    says: /administrator|link/i,
  },
  {
    name: 'signing up',
    as: 'nobody',
    of: ['pages/people/sign-in/sign-up-page.tsx'],
    at: '/sign-up',
    fill: async (keys) => {
      await keys.fill(/^Your name/, 'Keys');
      await keys.fill(/^E-mail/, 'keys@example.com');
      await keys.fill(/^Password/, password);
    },
    submit: /^Sign up/,
    says: /We sent a verification link to keys@example.com/,
  },
  {
    name: 'verifying an address',
    as: 'nobody',
    of: ['pages/people/sign-in/verify-page.tsx'],
    at: ({ mailedLink }) => mailedLink(/verif|confirm/i),
    submit: /^Confirm e-mail/,
    says: 'Your e-mail is verified.',
  },
  {
    name: 'asking for a new password',
    as: 'nobody',
    of: [],
    at: '/reset',
    fill: (keys) => keys.fill(/^E-mail/, 'keys@example.com'),
    submit: /^Send reset link/,
    says: /we have sent it a reset link/,
  },
  {
    name: 'a new password',
    as: 'nobody',
    of: ['pages/people/sign-in/reset-page.tsx'],
    at: ({ mailedLink }) => mailedLink(/password/i),
    fill: (keys) => keys.fill(/^New password/, nextPassword),
    submit: /^Save new password/,
    says: 'Password changed.',
  },
  {
    name: 'closing the account, and taking it back',
    as: 'newcomer',
    of: ['pages/account-life/account/closing-sheet.tsx'],
    at: '/account',
    opener: /^Close the account…/,
    fill: async (keys) => {
      await keys.fill(/^Type the account name/, 'Keys');
      await keys.fill(/^Your password/, nextPassword);
    },
    submit: /^Disable keys and close/,
    says: 'The account is being closed. Its keys are disabled',
    then: async (keys) => {
      await keys.act(/^Cancel closing/);
      await keys.page.getByText('Closing canceled. Keys work again').last().waitFor();
    },
  },
];

/** Forms that sign out other browsers, and the way back. */
export const securityForms: readonly Form[] = [
  {
    name: 'the password before a change',
    of: ['pages/people/security/proof.tsx'],
    at: ({ ageSignIns }) => {
      ageSignIns();
      return '/security';
    },
    opener: /^Add a passkey/,
    fill: (keys) => keys.fill(/^Enter your password/, password),
    submit: /^Continue/,
    // Passkeys need a host name, but this page is at an IP address.
    says: /The browser did not finish/,
  },
  {
    name: 'two steps to sign in',
    of: ['pages/people/security/totp-sheet.tsx'],
    at: '/security',
    opener: /^Turn on$/,
    isInPage: true,
    fill: async (keys, { totpCode }) => {
      await keys.fill(/^Enter your password/, password);
      await keys.act(/^Continue/);
      await keys.waitFor(/^6 digits/);
      await keys.fill(/^6 digits/, await totpCode());
    },
    submit: /^Confirm and turn on/,
    says: 'Two-step sign-in is on',
  },
  {
    name: 'the password',
    of: ['pages/people/security/password-sheet.tsx'],
    at: '/security',
    fill: async (keys) => {
      await keys.fill(/^Current password/, password);
      await keys.fill(/^New password/, nextPassword);
      await keys.act(/^Also sign out other devices/, 'Space');
    },
    submit: /^Change password/,
    says: 'Password changed',
  },
  {
    name: 'signing in by two steps',
    as: 'nobody',
    of: ['pages/people/sign-in/sign-in-page.tsx', 'pages/people/sign-in/password-form.tsx'],
    at: '/sign-in',
    fill: async (keys, { totpCode }) => {
      await keys.fill(/^E-mail/, 'root@example.com');
      await keys.fill(/^Password/, nextPassword);
      await keys.act(/^Sign in$/);
      await keys.waitFor(/^Code/);
      await keys.fill(/^Code/, await totpCode());
    },
    submit: /^Confirm/,
    says: 'Root',
  },
];
