import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { PaymentSettingsError } from '../domain/payments/payment-services.ts';

/** Characters in a key without meaning: white space of any kind, also escaped as in JSON, quotes, and zero-width characters. */
const filling = /\\[nrt]|[\s"'\u200B-\u200D\u2060\uFEFF]/g;
const header = /-+BEGIN[A-Z0-9]*-+/;

/**
 * The bytes of a key that was pasted as PEM, or as the plain base64 that services show on their pages. Line breaks may have become spaces,
 * or be missing. Never accepts the name of a file. `null` if it is neither.
 */
function pasted(text: string): Buffer | null {
  const plain = text.replaceAll(filling, '');
  const [, body = plain] = plain.split(header);
  const base64 = body.replace(/-+END.*$/, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}

function firstOf(reads: readonly (() => KeyObject)[]): KeyObject | null {
  for (const read of reads) {
    try {
      const key = read();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The key may be in another format.
    }
  }
  return null;
}

function privateKeyOf(text: string): KeyObject | null {
  const key = pasted(text);
  if (key === null) return null;
  return firstOf((['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key, format: 'der', type })));
}

/** @throws {PaymentSettingsError} that names the field. */
export function readPrivateKey(field: string, text = ''): KeyObject {
  const key = privateKeyOf(text);
  if (key !== null) return key;
  throw new PaymentSettingsError(field, 'must be an RSA private key without a password, in PEM or base64');
}

/**
 * The key itself, or that of a certificate.
 * @throws {PaymentSettingsError} that names the field.
 */
export function readPublicKey(field: string, text = ''): KeyObject {
  const fault = new PaymentSettingsError(field, 'must be an RSA public key, in PEM or base64');
  const key = pasted(text);
  // A public key could be derived from a private one, which does not belong here.
  if (key === null || privateKeyOf(text) !== null) throw fault;
  const read = firstOf([
    ...(['spki', 'pkcs1'] as const).map((type) => () => createPublicKey({ key, format: 'der', type })),
    () => new X509Certificate(key).publicKey,
  ]);
  if (read === null) throw fault;
  return read;
}
