import { createHmac, sign } from 'node:crypto';

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A JSON Web Token signed with a secret. */
export function jwtHs256(claims: object, secret: string): string {
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A JSON Web Token signed with a private key. */
export function jwtRs256(claims: object, privateKey: string, keyId: string | null): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
