import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { PaymentSettingsError } from '../domain/payments/payment-services.ts';

/** Keys come as PEM, or as the bare base64 that services show on their pages. Never as the name of a file. */
function forms(text: string, labels: readonly string[]): readonly string[] {
  if (text.includes('-----BEGIN')) return [text.trim()];
  const lines = text.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? [];
  return labels.map((label) => [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n'));
}

function firstOf(read: (pem: string) => KeyObject, pems: readonly string[]): KeyObject | null {
  for (const pem of pems) {
    try {
      return read(pem);
    } catch {
      // Perhaps in another form.
    }
  }
  return null;
}

/** @throws {PaymentSettingsError} naming the field. */
export function readPrivateKey(field: string, text = ''): KeyObject {
  const key = firstOf(createPrivateKey, forms(text, ['PRIVATE KEY', 'RSA PRIVATE KEY']));
  if (key?.asymmetricKeyType === 'rsa') return key;
  throw new PaymentSettingsError(field, 'must be an RSA private key, in PEM or base64');
}

/** @throws {PaymentSettingsError} naming the field. */
export function readPublicKey(field: string, text = ''): KeyObject {
  const key = firstOf(createPublicKey, forms(text, ['PUBLIC KEY', 'RSA PUBLIC KEY']));
  if (key?.asymmetricKeyType === 'rsa' && !text.includes('PRIVATE')) return key;
  throw new PaymentSettingsError(field, 'must be an RSA public key, in PEM or base64');
}
