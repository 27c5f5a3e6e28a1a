import { createDecipheriv, X509Certificate, type KeyObject } from 'node:crypto';

const tagBytes = 16;

/** Data encrypted with the API v3 key, such as reports and certificates. */
export interface SealedText {
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associatedData: string;
}

/** @throws if the text was not sealed with this key. */
export function openSealed(apiKey: string, { ciphertext, nonce, associatedData }: SealedText): string {
  const sealed = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', apiKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(associatedData)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
}

/** A key with which the service signs. A platform certificate expires, a public key does not. */
interface ServiceKey {
  readonly key: KeyObject;
  readonly endsAtMs: number;
}

/**
 * The keys with which WeChat Pay signs, by serial number. While a merchant migrates from platform certificates to the public key, responses
 * and reports are signed with either.
 */
export class WechatKeys {
  readonly #publicKeyId: string | null;
  readonly #keys = new Map<string, ServiceKey>();

  /** @param publicKey the merchant's WeChat Pay public key, if there is one. */
  constructor(publicKey: { readonly id: string; readonly key: KeyObject } | null) {
    this.#publicKeyId = publicKey?.id ?? null;
    if (publicKey !== null) this.#keys.set(publicKey.id, { key: publicKey.key, endsAtMs: Infinity });
  }

  find(serial: string, nowMs: number): KeyObject | null {
    const known = this.#keys.get(serial);
    return known !== undefined && nowMs < known.endsAtMs ? known.key : null;
  }

  /**
   * The key with which responses should be signed: the public key, otherwise the certificate that is valid longest; `null` if none is
   * known.
   */
  preferred(nowMs: number): string | null {
    if (this.#publicKeyId !== null) return this.#publicKeyId;
    const lasting = [...this.#keys].filter(([, { endsAtMs }]) => nowMs < endsAtMs);
    return lasting.toSorted(([, left], [, right]) => right.endsAtMs - left.endsAtMs)[0]?.[0] ?? null;
  }

  /** @throws if it is not an RSA certificate with this serial number. */
  addCertificate(serial: string, pem: string): void {
    const certificate = new X509Certificate(pem);
    const { publicKey: key, serialNumber, validToDate } = certificate;
    if (serialNumber !== serial.toUpperCase() || key.asymmetricKeyType !== 'rsa')
      throw new RangeError('it is not the certificate that it says');
    this.#keys.set(serial, { key, endsAtMs: validToDate.getTime() });
  }
}
