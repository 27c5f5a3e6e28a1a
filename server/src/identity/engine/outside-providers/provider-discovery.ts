import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { systemClock } from '../../../platform/clock.ts';
import type { OutsideProvider } from '../engine-calls.ts';
import { askForJson, askProvider, ProviderSilent } from './provider-calls.ts';

/** How long a discovery document is cached. */
const keptMs = 3_600_000;

const address = z.url({ protocol: /^https?$/ });
const form = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

/** The endpoints of a provider, and its signing keys. */
export interface ProviderParts {
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string | null;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
  /** Whether the client authenticates with a header at the token endpoint. */
  readonly isSecretInHeader: boolean;
}

const plain = (issuer: string): string => issuer.replace(/\/+$/, '');

/** Signatures that anyone can verify but only the provider can create. */
const isOfKeyPair = (algorithm: string): boolean => /^(?:RS|PS|ES)\d{3}$|^Ed/.test(algorithm);

async function discover({ issuer }: OutsideProvider): Promise<ProviderParts> {
  const found = form.safeParse(await askForJson(`${plain(issuer)}/.well-known/openid-configuration`));
  if (!found.success) throw new ProviderSilent('the identity provider has no valid OpenID Connect discovery document');
  const said = found.data;
  if (plain(said.issuer) !== plain(issuer))
    throw new ProviderSilent(`the provider's issuer differs from TOLLGATE_OIDC_ISSUER: ${said.issuer.slice(0, 200)}`);
  const addresses = [said.authorization_endpoint, said.token_endpoint, said.jwks_uri, said.userinfo_endpoint ?? issuer];
  if (issuer.startsWith('https:') && addresses.some((each) => !each.startsWith('https:')))
    throw new ProviderSilent('the identity provider has endpoints without https');
  const algorithms = (said.id_token_signing_alg_values_supported ?? ['RS256']).filter(isOfKeyPair);
  if (algorithms.length === 0) throw new ProviderSilent('the identity provider does not sign with an asymmetric key');
  const methods = said.token_endpoint_auth_methods_supported ?? [];
  return {
    issuer: said.issuer,
    authorizationUrl: said.authorization_endpoint,
    tokenUrl: said.token_endpoint,
    userInfoUrl: said.userinfo_endpoint ?? null,
    keys: createRemoteJWKSet(new URL(said.jwks_uri), { [customFetch]: (url, request) => askProvider(url, request) }),
    algorithms,
    isSecretInHeader: methods.includes('client_secret_basic') && !methods.includes('client_secret_post'),
  };
}

/** Discovers the parts of a provider when they are needed. */
export class ProviderDiscovery {
  readonly #provider: OutsideProvider;
  readonly #report: (fault: string) => void;
  #found: { readonly parts: ProviderParts; readonly atMs: number } | null = null;
  #running: Promise<ProviderParts> | null = null;
  #isReported = false;

  /** @param report receives the reason why the provider is unusable, once until it is usable again. */
  constructor(provider: OutsideProvider, report: (fault: string) => void) {
    this.#provider = provider;
    this.#report = report;
  }

  /** The issuer's own spelling of its name, once discovered. */
  get issuer(): string | undefined {
    return this.#found?.parts.issuer;
  }

  /** @throws {ProviderSilent} */
  async parts(): Promise<ProviderParts> {
    const found = this.#found;
    if (found !== null && Math.abs(systemClock.nowMs() - found.atMs) < keptMs) return found.parts;
    this.#running ??= this.#ask();
    try {
      return await this.#running;
    } catch (error) {
      // Old data is better than none.
      if (found !== null) return found.parts;
      throw error;
    }
  }

  async #ask(): Promise<ProviderParts> {
    try {
      const parts = await discover(this.#provider);
      this.#found = { parts, atMs: systemClock.nowMs() };
      this.#isReported = false;
      return parts;
    } catch (error) {
      if (!this.#isReported) this.#report(error instanceof Error ? error.message : String(error));
      this.#isReported = true;
      throw error;
    } finally {
      this.#running = null;
    }
  }
}
