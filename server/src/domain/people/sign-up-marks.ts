import { createHmac, hkdfSync } from 'node:crypto';
import type { TrialMarks } from './trial-claim.ts';

/** Mail services that ignore dots in the mailbox name. */
const withoutDots = new Set(['gmail.com', 'googlemail.com']);

/** One spelling for all addresses of the same mailbox, as far as that can be known. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const atSign = address.lastIndexOf('@');
  const host = address.slice(atSign + 1);
  const [name = ''] = address.slice(0, Math.max(atSign, 0)).split('+');
  return withoutDots.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

export interface SignUpPlace {
  readonly email: string;
  /** The network in which one client can choose addresses. */
  readonly network: string;
  /** The mark of the browser. */
  readonly device: string;
}

/**
 * Marks of a person who signs up, which do not reveal the person.
 * @param secret the same on every node.
 */
export function createSignUpMarks(secret: string): (place: SignUpPlace) => TrialMarks {
  const key = Buffer.from(hkdfSync('sha256', secret, 'tollgate', 'marks of who signs up', 32));
  const mark = (kind: string, text: string): string => createHmac('sha256', key).update(`${kind}:${text}`).digest('base64url');
  return ({ email, network, device }) => ({
    mailbox: mark('mailbox', mailboxOf(email)),
    network: mark('network', network),
    browser: mark('browser', device),
  });
}
