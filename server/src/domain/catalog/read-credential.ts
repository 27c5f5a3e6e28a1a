import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import { isInstanceAddress } from '../../platform/instance-address.ts';

/** A key split into the parts that its style needs. */
interface IdAndSecret {
  readonly id: string;
  readonly secret: string;
  /** Present for credentials with a limited lifetime. */
  readonly token: string | null;
}

/** The required content of a service account's key file. */
export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
  readonly keyId: string | null;
  readonly tokenUri: string;
}

/** Reads `ID:SECRET`, or with a token `ID:SECRET:TOKEN`; `null` for anything else. */
export function readIdAndSecret(text: string): IdAndSecret | null {
  const [id = '', secret = '', token = null, ...more] = text.split(':');
  return id === '' || secret === '' || token === '' || more.length > 0 ? null : { id, secret, token };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads the JSON of a key file, plain or in base64; `null` for anything else. */
export function readServiceAccount(text: string): ServiceAccount | null {
  const json = text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64').toString('utf8');
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch {
    return null;
  }
  if (typeof file !== 'object' || file === null) return null;
  const { client_email: email, private_key: key, private_key_id: keyId, token_uri: uri } = file as Record<string, unknown>;
  const account = {
    email: textOf(email),
    privateKey: textOf(key),
    keyId: textOf(keyId) === '' ? null : textOf(keyId),
    tokenUri: textOf(uri),
  };
  const isWhole = account.email !== '' && account.privateKey.includes('PRIVATE KEY') && /^https?:\/\//.test(account.tokenUri);
  return isWhole ? account : null;
}

function serviceAccountFault(account: ServiceAccount | null): string | null {
  if (account === null) return 'must be the JSON of a key file of a service account, or that in base64';
  const { hostname = '' } = URL.parse(account.tokenUri) ?? {};
  return isInstanceAddress(hostname) ? 'must not have a link-local address or a metadata service as its `token_uri`' : null;
}

/** Why a key does not fit a style, as text that does not repeat the key; `null` if it fits. */
export function credentialFault({ style }: UpstreamAuth, apiKey: string | null): string | null {
  if (apiKey === null) return null;
  if (style === 'google-service-account') return serviceAccountFault(readServiceAccount(apiKey));
  if (/[^\x21-\x7e]/.test(apiKey)) return 'must be printable ASCII without spaces or line breaks';
  const key = readIdAndSecret(apiKey);
  if (style === 'aws-sigv4') return key === null ? 'must be ID:SECRET, or ID:SECRET:TOKEN' : null;
  return style === 'jwt-hs256' && key?.token !== null ? 'must be ID:SECRET' : null;
}
