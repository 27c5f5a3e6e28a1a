import type { ServiceAccount } from '../../domain/catalog/read-credential.ts';
import type { Clock } from '../../platform/clock.ts';
import { jwtRs256 } from './jwt.ts';
import type { Token } from './renewed-token.ts';

/** Sends a form to a token endpoint and returns status and body. Size and time are limited. */
export type PostForm = (url: string, form: string) => Promise<{ readonly status: number; readonly body: string }>;

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const assertionSeconds = 3_600;

/**
 * Exchanges a signed statement of our identity for an access token.
 * @throws {Error} with a message that contains no secret.
 */
export async function serviceAccountToken(account: ServiceAccount, clock: Clock, post: PostForm): Promise<Token> {
  const iat = Math.floor(clock.nowMs() / 1000);
  const claims = { iss: account.email, scope, aud: account.tokenUri, iat, exp: iat + assertionSeconds };
  const assertion = jwtRs256(claims, account.privateKey, account.keyId);
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const { status, body } = await post(account.tokenUri, form.toString());
  if (status !== 200) throw new Error(`the token was refused with status ${String(status)}`);
  return readToken(body);
}

function readToken(body: string): Token {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new Error('the token endpoint answered with something else than JSON');
  }
  const { access_token: value, expires_in: seconds } = (answer ?? {}) as Record<string, unknown>;
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(value)) throw new Error('the token endpoint answered no token');
  return { value, lifetimeMs: typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0 };
}
