import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** A sealed text that cannot be opened with this secret. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/** Seals short secrets for storage. */
export interface SecretBox {
  /** `owner` is the ID of the row that stores the sealed bytes. In another row they cannot be opened. */
  seal(text: string, owner: string): Buffer;
  /** @throws {SecretBoxError} if the secret, the owner or the bytes differ from when the text was sealed. */
  open(sealed: Uint8Array, owner: string): string;
}

/**
 * AES-256-GCM with a key derived from `secret` (HKDF-SHA-256). Layout: version byte, 96-bit random nonce, 128-bit tag, ciphertext. The
 * owner's ID and the version are authenticated with it.
 */
export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, 'tollgate', 'sealed secrets at rest', 32));
  const boundTo = (owner: string): Buffer => Buffer.from(`${String(version)}:${owner}`, 'utf8');
  return {
    seal(text, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes.length < headBytes || bytes[0] !== version) throw new SecretBoxError('a sealed secret has an unknown form');
      const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes });
      opener.setAAD(boundTo(owner)).setAuthTag(bytes.subarray(1 + nonceBytes, headBytes));
      try {
        return opener.update(bytes.subarray(headBytes), undefined, 'utf8') + opener.final('utf8');
      } catch {
        throw new SecretBoxError('a sealed secret does not open: TOLLGATE_SECRET is not the one it was sealed with');
      }
    },
  };
}
