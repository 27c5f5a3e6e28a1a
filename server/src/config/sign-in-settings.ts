import * as read from './readers.ts';
import { defaulted, optional } from './setting.ts';

/** How people sign in. */
export const signInSettings = {
  signUp: defaulted(
    {
      name: 'TOLLGATE_SIGN_UP',
      meaning: 'Who can sign up: everybody (`open`), invited people (`invitation`) or nobody (`closed`).',
    },
    'open',
    read.oneOf(['open', 'invitation', 'closed']),
  ),
  signUpDomains: defaulted(
    {
      name: 'TOLLGATE_SIGN_UP_DOMAINS',
      meaning: 'E-mail domains that can sign up, including subdomains. Empty allows all but disposable addresses.',
    },
    '',
    read.domains,
  ),
  signUpDomainsRefused: defaulted(
    { name: 'TOLLGATE_SIGN_UP_DOMAINS_REFUSED', meaning: 'E-mail domains that cannot sign up.' },
    '',
    read.domains,
  ),
  oidcIssuer: optional(
    {
      name: 'TOLLGATE_OIDC_ISSUER',
      meaning: 'Issuer address of an OpenID Connect provider for single sign-on, as in its discovery document.',
    },
    read.issuer,
  ),
  oidcClientId: optional(
    { name: 'TOLLGATE_OIDC_CLIENT_ID', meaning: 'Client id of this installation at the OpenID Connect provider.' },
    read.shortText(200),
  ),
  oidcClientSecret: optional(
    {
      name: 'TOLLGATE_OIDC_CLIENT_SECRET',
      meaning: 'Client secret of this installation at the OpenID Connect provider.',
      secret: true,
    },
    read.shortText(500),
  ),
  oidcName: defaulted({ name: 'TOLLGATE_OIDC_NAME', meaning: 'Label of the single sign-on button.' }, 'SSO', read.shortText(40)),
};
