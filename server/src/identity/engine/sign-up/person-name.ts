import { isPlainName } from '@tollgate/contract/tenants/plain-name';
import { unseenSigns } from '@tollgate/contract/seen-text';
import { APIError } from 'better-auth/api';

const lengthMax = 64;

function isPlain(name: string): boolean {
  return name.length <= lengthMax && isPlainName(name);
}

/**
 * Names appear in mails to the address's owner, who may be another person, so they must not contain advertising.
 * @throws {APIError}
 */
export function checkName(name: unknown): void {
  if (typeof name === 'string' && isPlain(name)) return;
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_NAME',
    message: `\`name\` must have 1 to ${String(lengthMax)} characters on one line and must not contain a web address.`,
  });
}

/** Applies the same rule to a name from elsewhere, and returns the part that satisfies it; `null` if none does. */
export function plainName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const seen = name.slice(0, 1024).replace(new RegExp(unseenSigns, 'gu'), ' ').replace(/\s+/g, ' ').trim();
  // Cut between characters, not within one.
  const short = Array.from(seen)
    .slice(0, lengthMax / 2)
    .join('')
    .trim();
  const found = seen.length <= lengthMax ? seen : short;
  return isPlain(found) ? found : null;
}
