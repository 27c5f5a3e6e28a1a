import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Marks that identify addresses which get or refuse announcements by mail. */
export interface NewsMarks {
  /** Identifies equal addresses, and reveals nothing else. */
  markOf(address: string): string;
  /** For the unsubscribe link. The token contains no address and cannot be forged. */
  tokenOf(address: string): string;
  /** The mark of the address that a token belongs to; `null` if the token was not created here. */
  markIn(token: string): string | null;
}

const tokenForm = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/** @param secret the same on every node. */
export function createNewsMarks(secret: string): NewsMarks {
  const key = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'tollgate', use, 32));
  const markKey = key('marks of who refuses announcements');
  const linkKey = key('links that end announcements by mail');
  const hmac = (of: Buffer, text: string): string => createHmac('sha256', of).update(text).digest('base64url');
  const markOf = (address: string): string => hmac(markKey, address.trim().toLowerCase());
  return {
    markOf,
    tokenOf(address) {
      const mark = markOf(address);
      return `${mark}.${hmac(linkKey, mark)}`;
    },
    markIn(token) {
      const [, mark, proof] = tokenForm.exec(token) ?? [];
      if (mark === undefined || proof === undefined) return null;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(hmac(linkKey, mark))) ? mark : null;
    },
  };
}
