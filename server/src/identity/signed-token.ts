import { createHmac, timingSafeEqual } from 'node:crypto';

const lengthMax = 512;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

function isSigned(token: string, signature: string, secret: string): boolean {
  const given = Buffer.from(signature, 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The value of a sign-in in these cookies, if this installation signed it. The sign-in then existed, although it may have ended. This costs
 * one digest, so that an invented cookie causes no further look-up.
 */
export function signedToken(cookies: string, name: string, secret: string): string | null {
  const start = `${name}=`;
  for (const each of cookies.split(';')) {
    const cookie = each.trim();
    if (!cookie.startsWith(start) || cookie.length > lengthMax) continue;
    const value = decoded(cookie.slice(start.length));
    const dot = value.lastIndexOf('.');
    const token = value.slice(0, Math.max(0, dot));
    if (token !== '' && isSigned(token, value.slice(dot + 1), secret)) return token;
  }
  return null;
}
