import * as read from './readers.ts';
import { defaulted, optional } from './setting.ts';

/** How people sign in. */
export const signInSettings = {
  signUp: defaulted(
    {
      name: 'TOLLGATE_SIGN_UP',
      meaning: 'Who may sign up: `open` everybody, `invitation` whoever is invited, `closed` nobody by themselves.',
    },
    'open',
    read.oneOf(['open', 'invitation', 'closed']),
  ),
  signUpDomains: defaulted(
    {
      name: 'TOLLGATE_SIGN_UP_DOMAINS',
      meaning: 'Domains of e-mail addresses that may sign up, theirs below included; empty for all but throw-away ones.',
    },
    '',
    read.domains,
  ),
  signUpDomainsRefused: defaulted(
    { name: 'TOLLGATE_SIGN_UP_DOMAINS_REFUSED', meaning: 'Domains of e-mail addresses that may not sign up.' },
    '',
    read.domains,
  ),
  oidcIssuer: optional(
    {
      name: 'TOLLGATE_OIDC_ISSUER',
      meaning: 'Lets people sign in over this provider of OpenID Connect; the address that its discovery document names.',
    },
    read.issuer,
  ),
  oidcClientId: optional(
    { name: 'TOLLGATE_OIDC_CLIENT_ID', meaning: 'As the provider knows this installation.' },
    read.shortText(200),
  ),
  oidcClientSecret: optional(
    { name: 'TOLLGATE_OIDC_CLIENT_SECRET', meaning: 'Proves it to the provider.', secret: true },
    read.shortText(500),
  ),
  oidcName: defaulted(
    { name: 'TOLLGATE_OIDC_NAME', meaning: 'What the button says that leads to the provider.' },
    'SSO',
    read.shortText(40),
  ),
};
