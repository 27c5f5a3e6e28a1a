import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Bytes that sealing adds to a frame. */
export const frameOverheadBytes = nonceBytes + tagBytes;

/** A frame that cannot be opened: the secret or the position differs, or the bytes were changed. */
export class FrameBoxError extends Error {
  override readonly name = 'FrameBoxError';
}

/** Seals the frames of one long object, so that each can be opened alone but only at its own position. */
export interface FrameBox {
  /** Returns consecutive buffers; the frame is copied. */
  seal(frame: Buffer, place: FramePlace): readonly Buffer[];
  /** @throws {FrameBoxError} */
  open(sealed: Buffer, place: FramePlace): Buffer;
}

export interface FramePlace {
  readonly index: number;
  /** Whether this is the last frame. It is authenticated, so that the end cannot be cut off unnoticed. */
  readonly isLast: boolean;
}

/** The key of one object, derived from `secret` (HKDF-SHA-256). Its frames cannot be opened under another name. */
export function frameKey(secret: string, name: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'tollgate', `frames at rest:${name}`, 32));
}

/**
 * AES-256-GCM. Layout of a frame: 96-bit random nonce, 128-bit tag, ciphertext. The frame's position is authenticated with it.
 * @param key from {@link frameKey}.
 */
export function createFrameBox(key: Uint8Array): FrameBox {
  const boundTo = ({ index, isLast }: FramePlace): Buffer => Buffer.from(`${String(index)}:${isLast ? 'last' : ''}`);
  return {
    seal(frame, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
      const body = cipher.update(frame);
      cipher.final();
      return [Buffer.concat([nonce, cipher.getAuthTag()]), body];
    },
    open(sealed, place) {
      if (sealed.length < frameOverheadBytes) throw new FrameBoxError('a sealed frame was cut');
      const opener = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
      opener.setAAD(boundTo(place)).setAuthTag(sealed.subarray(nonceBytes, frameOverheadBytes));
      const frame = opener.update(sealed.subarray(frameOverheadBytes));
      try {
        opener.final();
      } catch {
        throw new FrameBoxError('a sealed frame does not open');
      }
      return frame;
    },
  };
}
