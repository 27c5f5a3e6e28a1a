import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Claims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
}

interface Grant {
  readonly nonce: string | null;
  readonly challenge: string | null;
}

/** An OpenID Connect provider at which one person is already signed in. */
export class Issuer {
  who: Claims = { sub: 'one', email: 'one@example.org', email_verified: true, name: 'One' };
  accessToken = 'of the tests';
  /** Metadata and claims that replace or extend the true ones. */
  lies: { readonly document?: object; readonly claims?: object; readonly userInfo?: object; readonly header?: object } = {};
  /** Handles an address in another way; returns true if it did. */
  instead: (pathname: string, response: ServerResponse) => boolean = () => false;
  /** Replaces the ID token. */
  idTokenInstead: ((genuine: string) => string | undefined) | null = null;
  /** All issued ID tokens. */
  readonly idTokens: string[] = [];
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #grants = new Map<string, Grant>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  async listen(port = 0): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#server.listen(port, '127.0.0.1', () => {
      resolve(undefined);
    });
    await promise;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    if (this.instead(pathname, response)) return;
    if (pathname === '/authorize') {
      const code = randomBytes(8).toString('hex');
      this.#grants.set(code, { nonce: searchParams.get('nonce'), challenge: searchParams.get('code_challenge') });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const body = pathname === '/token' ? this.#token(new URLSearchParams(await text(request))) : this.#document(pathname);
    response.writeHead(body === null ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #document(pathname: string): object | null {
    if (pathname === '/keys')
      return { keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] };
    if (pathname === '/userinfo') return { ...this.who, ...this.lies.userInfo };
    if (pathname !== '/.well-known/openid-configuration') return null;
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      userinfo_endpoint: `${this.url}/userinfo`,
      ...this.lies.document,
    };
  }

  #token(form: URLSearchParams): object | null {
    const grant = this.#grants.get(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== verifier) return null;
    this.#grants.delete(form.get('code') ?? '');
    const nowS = Math.floor(Date.now() / 1000);
    const claims = {
      ...this.who,
      iss: this.url,
      aud: 'tollgate',
      iat: nowS,
      exp: nowS + 300,
      nonce: grant.nonce,
      ...this.lies.claims,
    };
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', kid: 'k', ...this.lies.header })}.${part(claims)}`;
    const idToken = `${signed}.${sign('sha256', Buffer.from(signed), this.#keys.privateKey).toString('base64url')}`;
    this.idTokens.push(idToken);
    const sent = this.idTokenInstead === null ? idToken : this.idTokenInstead(idToken);
    return { access_token: this.accessToken, token_type: 'Bearer', expires_in: 300, id_token: sent };
  }
}
