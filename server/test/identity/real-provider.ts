import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

/** Signature algorithms of a provider. */
export const signatures = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

export interface ProviderManner {
  readonly signature: (typeof signatures)[number];
  /** How clients authenticate. */
  readonly clientAuth: 'client_secret_basic' | 'client_secret_post';
  /** Whether the ID token contains addresses, or only the user info response. */
  readonly isAddressInToken: boolean;
  /** The provider's value of the client secret. */
  readonly secret: string;
}

const usual: ProviderManner = {
  signature: 'RS256',
  clientAuth: 'client_secret_post',
  isAddressInToken: false,
  secret: 'of the tests',
};

const pairs = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  generateKeyPairSync('ed25519'),
];
const keys = pairs.map(({ privateKey }, at) => ({
  ...privateKey.export({ format: 'jwk' }),
  kid: `key-${String(at)}`,
  use: 'sig',
}));

/** An independent OpenID Connect provider: npm's `oidc-provider`, which signs people in without a form. */
export class RealProvider {
  who = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' };
  /** Whether the person declines. */
  isRefused = false;
  readonly #server: Server;
  #listener: RequestListener = (_request, response) => response.writeHead(503).end();

  constructor() {
    this.#server = createServer((request, response) => {
      this.#listener(request, response);
    });
  }

  async listen(): Promise<void> {
    const listening = Promise.withResolvers<undefined>();
    this.#server.listen(0, '127.0.0.1', () => {
      listening.resolve(undefined);
    });
    await listening.promise;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** From now on it serves the client at an origin. */
  serve(origin: string, manner: Partial<ProviderManner> = {}): void {
    const provider = new Provider(this.url, this.#configuration(origin, { ...usual, ...manner }));
    const answer = provider.callback();
    this.#listener = (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) {
        void answer(request, response);
        return;
      }
      const result = this.isRefused ? { error: 'access_denied' } : { login: { accountId: this.who.sub } };
      void provider.interactionFinished(request, response, result);
    };
  }

  #configuration(origin: string, { signature, clientAuth, isAddressInToken, secret }: ProviderManner): Configuration {
    return {
      clients: [
        {
          client_id: 'tollgate',
          client_secret: secret,
          redirect_uris: [`${origin}/api/console/auth/callback/oidc`],
          token_endpoint_auth_method: clientAuth,
          id_token_signed_response_alg: signature,
        },
      ],
      clientAuthMethods: [clientAuth],
      enabledJWA: { idTokenSigningAlgValues: [signature] },
      jwks: { keys },
      cookies: { keys: ['of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: !isAddressInToken,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, accountId) => ({ accountId, claims: () => this.who }),
      async loadExistingGrant({ oidc: { provider, client, session } }) {
        const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }
}

/** Follows the pages of a provider like a browser, up to the address that leads back. */
export async function throughProvider(address: string, home: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(address);
  for (let step = 0; step < 10 && at.origin !== home; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider stops at ${at.href}: ${await answer.text()}`);
    at = new URL(location, at);
  }
  return at;
}
