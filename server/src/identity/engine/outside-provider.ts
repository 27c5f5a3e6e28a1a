import type { BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { systemClock } from '../../platform/clock.ts';
import type { SignInParts } from './sign-in-parts.ts';

/** As sign-in and its callback name the provider. */
const outsideProviderId = 'oidc';

/** How long the provider may take to say where its parts are before sign-in opens without it. */
const discoveryMs = 5_000;

/** Sign-in over an outside provider, if one is configured. It is found when it is needed, if it could not be found at once. */
export function outsideProvider({ data: { outside: provider }, ask }: SignInParts): readonly BetterAuthPlugin[] {
  if (provider === null) return [];
  const config = {
    providerId: outsideProviderId,
    name: provider.name,
    discoveryUrl: `${provider.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
  };
  const plugin = genericOAuth({ config: [config] });
  return [
    {
      ...plugin,
      // One that does not answer must not hold up everybody's sign-in; the plug-in asks again when somebody wants to go there.
      async init(ctx) {
        const late = Promise.withResolvers<null>();
        const cancel = systemClock.after(discoveryMs, () => {
          late.resolve(null);
        });
        try {
          const found = await Promise.race([plugin.init(ctx), late.promise]);
          if (found !== null && found.context.genericOAuthPendingDiscovery.size === 0) return found;
          const message = 'the provider of identities does not answer; it is asked again when somebody signs in there';
          void ask('say', { level: 'error', message, fault: provider.issuer });
          return found ?? { context: { genericOAuthPendingDiscovery: new Map([[outsideProviderId, config]]) } };
        } finally {
          cancel();
        }
      },
    },
  ];
}
