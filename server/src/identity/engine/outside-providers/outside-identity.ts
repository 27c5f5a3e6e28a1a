import { jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { OutsideProvider } from '../engine-calls.ts';
import { plainName } from '../sign-up/person-name.ts';
import { askForJson } from './provider-calls.ts';
import type { ProviderParts } from './provider-discovery.ts';

/** Why a person from the provider is refused. */
export type IdentityFault = 'identity_unproven' | 'email_not_found' | 'email_not_valid';

export class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused';
  readonly fault: IdentityFault;

  constructor(fault: IdentityFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A person as the provider describes them. */
export interface OutsideIdentity {
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

export interface IdentityTokens {
  readonly idToken: string;
  readonly accessToken: string | undefined;
  /** A value sent to the provider that must be returned in the token. */
  readonly nonce: string;
}

const clockToleranceS = 30;
const address = z.email().max(254);
const subjectLengthMax = 255;

/** The claims of an ID token, if it was issued to us and for this sign-in (OpenID Connect Core, 3.1.3.7). */
async function claimsOf(
  { clientId }: OutsideProvider,
  { keys, issuer, algorithms }: ProviderParts,
  { idToken, nonce }: IdentityTokens,
): Promise<JWTPayload & { readonly sub: string }> {
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: [...algorithms],
    clockTolerance: clockToleranceS,
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
  });
  const { sub, aud, azp } = payload;
  const isOfMany = Array.isArray(aud) && aud.length > 1;
  const isForUs = azp === undefined ? !isOfMany : azp === clientId;
  const isNamed = typeof sub === 'string' && sub.trim() !== '' && sub.length <= subjectLengthMax;
  if (!isForUs || !isNamed || payload.nonce !== nonce) throw new IdentityRefused('identity_unproven');
  return { ...payload, sub };
}

/**
 * The person that the tokens identify.
 * @throws {IdentityRefused}
 * @throws {ProviderSilent}
 */
export async function readIdentity(
  provider: OutsideProvider,
  parts: ProviderParts,
  tokens: IdentityTokens,
): Promise<OutsideIdentity> {
  const claims = await claimsOf(provider, parts, tokens);
  const said = claims.email === undefined ? { ...claims, ...(await moreAbout(parts, tokens, claims.sub)) } : claims;
  const { email, email_verified: verified, name, preferred_username: username } = said as Readonly<Record<string, unknown>>;
  if (email === undefined || email === null || email === '') throw new IdentityRefused('email_not_found');
  const checked = address.safeParse(email);
  if (!checked.success) throw new IdentityRefused('email_not_valid');
  return {
    subject: claims.sub,
    email: checked.data.toLowerCase(),
    emailVerified: verified === true || verified === 'true',
    name: plainName(name) ?? plainName(username) ?? plainName(checked.data.split('@')[0]) ?? '',
  };
}

/** Providers may omit addresses from the token. Their additional data is used only if it is about the same person. */
async function moreAbout({ userInfoUrl }: ProviderParts, { accessToken }: IdentityTokens, subject: string): Promise<object> {
  if (userInfoUrl === null || accessToken === undefined) return {};
  const told = await askForJson(userInfoUrl, { headers: { authorization: `Bearer ${accessToken}` } });
  if (typeof told !== 'object' || told === null) return {};
  if ((told as { sub?: unknown }).sub !== subject) throw new IdentityRefused('identity_unproven');
  const { email, email_verified, name, preferred_username } = told as Record<string, unknown>;
  return { email, email_verified, name, preferred_username };
}
