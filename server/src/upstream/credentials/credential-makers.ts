import { AwsV4Signer } from 'aws4fetch';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import { readIdAndSecret, readServiceAccount } from '../../domain/catalog/read-credential.ts';
import type { Clock } from '../../platform/clock.ts';
import { jwtHs256 } from './jwt.ts';
import { RenewedToken, type Token } from './renewed-token.ts';
import { serviceAccountToken, type PostForm } from './service-account-token.ts';

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly body: Buffer | null;
}

/** How a route presents its key: the same way for every request, or created for each. */
export interface Credential {
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** The query of the URL; `''` if there is none. */
  readonly query: string;
  /**
   * Creates the headers of one request; `null` if they never differ.
   * @throws {Error} with a message that contains no secret.
   */
  readonly prepare: ((request: SignedRequest) => Promise<readonly string[]>) | null;
}

const nothing: Credential = { headers: [], query: '', prepare: null };

/** The lifetime that these upstreams accept, in seconds. */
const jwtSeconds = 1_800;
/** Allows for a clock of the upstream that is behind ours, in seconds. */
const clocksDifferSeconds = 5;
const heldMax = 1_000;
const daysHeldMax = 4;

/** Creates the credentials of routes. Tokens survive a change of the catalogue. */
export class CredentialMakers {
  readonly #clock: Clock;
  readonly #post: PostForm;
  readonly #tokens = new Map<string, RenewedToken>();

  constructor(clock: Clock, post: PostForm) {
    this.#clock = clock;
    this.#post = post;
  }

  of(auth: UpstreamAuth, apiKey: string | null): Credential {
    if (apiKey === null || auth.style === 'none') return nothing;
    if (auth.style === 'header') return { ...nothing, headers: [auth.name.toLowerCase(), (auth.prefix ?? '') + apiKey] };
    if (auth.style === 'query') return { ...nothing, query: `${auth.name}=${encodeURIComponent(apiKey)}` };
    if (auth.style === 'aws-sigv4') return { ...nothing, prepare: this.#signed(auth, apiKey) };
    if (auth.style === 'google-service-account') return this.#bearer(apiKey, () => this.#accountToken(apiKey));
    if (auth.style === 'jwt-hs256') return this.#bearer(apiKey, () => Promise.resolve(this.#signJwt(apiKey)));
    return { ...nothing, headers: ['authorization', `Bearer ${apiKey}`] };
  }

  #bearer(apiKey: string, make: () => Promise<Token>): Credential {
    let token = this.#tokens.get(apiKey);
    if (token === undefined) {
      if (this.#tokens.size >= heldMax) this.#tokens.delete(this.#tokens.keys().next().value ?? '');
      token = new RenewedToken(this.#clock, make);
      this.#tokens.set(apiKey, token);
    }
    const held = token;
    return { ...nothing, prepare: async () => ['authorization', `Bearer ${await held.get()}`] };
  }

  async #accountToken(apiKey: string): Promise<Token> {
    const account = readServiceAccount(apiKey);
    if (account === null) throw new Error('its key is no key file of a service account');
    return serviceAccountToken(account, this.#clock, this.#post);
  }

  #signJwt(apiKey: string): Token {
    const key = readIdAndSecret(apiKey);
    if (key === null) throw new Error('its key is not ID:SECRET');
    const seconds = Math.floor(this.#clock.nowMs() / 1000);
    const claims = { iss: key.id, exp: seconds + jwtSeconds, nbf: seconds - clocksDifferSeconds };
    return { value: jwtHs256(claims, key.secret), lifetimeMs: jwtSeconds * 1000 };
  }

  #signed({ service, region }: UpstreamAuth & { style: 'aws-sigv4' }, apiKey: string): NonNullable<Credential['prepare']> {
    const key = readIdAndSecret(apiKey);
    /** Derived keys, one per day. */
    const cache = new Map<string, ArrayBuffer>();
    return async ({ method, url, body }) => {
      if (key === null) throw new Error('its key is not ID:SECRET');
      if (cache.size >= daysHeldMax) cache.clear();
      const datetime = new Date(this.#clock.nowMs()).toISOString().replace(/[:-]|\.\d{3}/g, '');
      const own = {
        accessKeyId: key.id,
        secretAccessKey: key.secret,
        ...(key.token === null ? {} : { sessionToken: key.token }),
      };
      const signer = new AwsV4Signer({ method, url, body, service, region, datetime, cache, ...own });
      const { headers } = await signer.sign();
      return [...headers].flat();
    };
  }
}
