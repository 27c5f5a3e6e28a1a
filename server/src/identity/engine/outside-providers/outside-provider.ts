import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { BetterAuthPlugin } from 'better-auth';
import { z } from 'zod';
import type { OutsideProvider } from '../engine-calls.ts';
import { identityKey, outsideProviderId } from './identity-key.ts';
import { IdentityRefused, readIdentity, type OutsideIdentity } from './outside-identity.ts';
import type { OutsideRefusal } from '@tollgate/contract/people/outside-refusals';
import { askProvider, ProviderSilent } from './provider-calls.ts';
import { ProviderDiscovery, type ProviderParts } from './provider-discovery.ts';
import { requestState } from '../request-state.ts';
import type { SignInParts } from '../sign-in-parts.ts';

const tokens = z.object({ id_token: z.string(), access_token: z.string().optional() });

/** Logs the fault of a sign-in for operators. */
type Warn = (fault: string) => void;

/** Passes the reason to the sign-in page, because the library uses one code for most failures. */
function refuse(why: OutsideRefusal, fault: string, warn: Warn): null {
  const state = requestState.getStore();
  if (state !== undefined) state.outsideRefusal ??= why;
  warn(`${why}: ${fault}`);
  return null;
}

function refusalOf(error: unknown): OutsideRefusal {
  if (error instanceof ProviderSilent) return 'provider_silent';
  return error instanceof IdentityRefused ? error.fault : 'identity_unproven';
}

/** The protocol's error code, such as `invalid_client` for a wrong secret. */
function faultIn(said: unknown): string {
  const word = (said as { readonly error?: unknown } | null)?.error;
  return typeof word === 'string' && /^\w{1,40}$/.test(word) ? word : '';
}

interface CodeExchange {
  readonly code: string;
  readonly redirectURI: string;
  readonly codeVerifier?: string | undefined;
}

function authorizationAddress(
  { clientId }: OutsideProvider,
  { authorizationUrl }: ProviderParts,
  sent: {
    readonly state: string;
    readonly codeVerifier: string;
    readonly redirectURI: string;
    readonly idTokenNonce?: string | undefined;
  },
): URL {
  const url = new URL(authorizationUrl);
  const fields = {
    response_type: 'code',
    client_id: clientId,
    scope: 'openid email profile',
    redirect_uri: sent.redirectURI,
    state: sent.state,
    nonce: sent.idTokenNonce ?? '',
    code_challenge: createHash('sha256').update(sent.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url;
}

/**
 * Exchanges the code for tokens; `null` if it is invalid.
 * @throws {ProviderSilent}
 */
async function exchange(
  { clientId, clientSecret }: OutsideProvider,
  { tokenUrl, isSecretInHeader }: ProviderParts,
  { code, redirectURI, codeVerifier = '' }: CodeExchange,
  warn: Warn,
) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectURI,
    code_verifier: codeVerifier,
  });
  const headers: Record<string, string> = { accept: 'application/json' };
  if (isSecretInHeader) {
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  } else {
    body.set('client_id', clientId);
    body.set('client_secret', clientSecret);
  }
  const answer = await askProvider(tokenUrl, { method: 'POST', headers, body });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) return refuse('code_refused', `the provider answered ${String(answer.status)} ${faultIn(said)}`, warn);
  const found = tokens.safeParse(said);
  // The ID token identifies the person; an access token alone proves nothing.
  return found.success
    ? { idToken: found.data.id_token, accessToken: found.data.access_token }
    : refuse('identity_unproven', 'there is no ID token', warn);
}

/** The provider in the library's format. The library would also accept a request with only an ID token, which nothing here sends. */
function providerOf(provider: OutsideProvider, discovery: ProviderDiscovery, warn: Warn) {
  const refuseFor = (error: unknown): null => refuse(refusalOf(error), error instanceof Error ? error.message : '', warn);
  return {
    id: outsideProviderId,
    name: provider.name,
    get issuer() {
      return discovery.issuer;
    },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { readonly profile: object }) =>
      identityKey(provider.issuer, (profile as OutsideIdentity).subject),
    async createAuthorizationURL(sent: Parameters<typeof authorizationAddress>[2]) {
      const parts = await discovery.parts().catch(() => {
        throw new APIError('SERVICE_UNAVAILABLE', {
          code: 'PROVIDER_SILENT',
          message: `${provider.name} does not respond. Sign in another way, or try again in a few minutes.`,
        });
      });
      return authorizationAddress(provider, parts, sent);
    },
    async validateAuthorizationCode(sent: CodeExchange) {
      try {
        return await exchange(provider, await discovery.parts(), sent, warn);
      } catch (error) {
        return refuseFor(error);
      }
    },
    async getUserInfo(given: {
      readonly idToken?: string | undefined;
      readonly accessToken?: string | undefined;
      readonly expectedIdTokenNonce?: string | undefined;
    }) {
      const { idToken, accessToken, expectedIdTokenNonce: nonce } = given;
      if (idToken === undefined || nonce === undefined) return refuse('identity_unproven', 'nonce or ID token is missing', warn);
      try {
        const data = await readIdentity(provider, await discovery.parts(), { idToken, accessToken, nonce });
        const { email, emailVerified, name } = data;
        return { user: { email, emailVerified, name }, data };
      } catch (error) {
        return refuseFor(error);
      }
    },
  };
}

/** The identity provider, discovered on demand, so that one that does not respond does not block other sign-ins. */
export function openOutsideProvider({ data: { outside }, ask }: Pick<SignInParts, 'data' | 'ask'>): ProviderDiscovery | null {
  if (outside === null) return null;
  const message = 'the identity provider cannot be used; the next sign-in with it asks it again';
  const discovery = new ProviderDiscovery(outside, (fault) => void ask('say', { level: 'error', message, fault }));
  // Reports a wrong configuration in the log at start, before the first person signs in.
  discovery.parts().catch(() => undefined);
  return discovery;
}

/** Registers the provider with the library, if one is configured. */
export function outsidePlugin({ data: { outside }, discovery, ask }: SignInParts): readonly BetterAuthPlugin[] {
  if (outside === null || discovery === null) return [];
  const message = 'a sign-in with the identity provider was refused';
  const provider = providerOf(outside, discovery, (fault) => void ask('say', { level: 'warn', message, fault }));
  return [
    {
      id: 'outside-provider',
      init: ({ socialProviders }) => ({ context: { socialProviders: [provider, ...socialProviders] } }),
    },
  ];
}
