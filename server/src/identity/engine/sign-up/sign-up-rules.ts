import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { APIError } from 'better-auth/api';
import type { SignInParts } from '../sign-in-parts.ts';

const packages = createRequire(import.meta.url);

/** One of the lists as text. It is used a few times a day, so it need not stay in memory. */
async function listText(name: 'index' | 'wildcard'): Promise<string> {
  return readFile(packages.resolve(`disposable-email-domains/${name}.json`), 'utf8');
}

/** A domain name has at most 127 labels (RFC 1035); with more, it is invalid. */
const partsMax = 127;

/** `a.b.example.com` and each domain above it. */
function withParents(domain: string): ReadonlySet<string> {
  const all = new Set<string>();
  for (let at = 0; at !== -1 && all.size < partsMax;) {
    const next = domain.indexOf('.', at);
    if (next !== -1) all.add(domain.slice(at));
    at = next === -1 ? -1 : next + 1;
  }
  return all;
}

/** One pass over the list, regardless of the number of labels. */
function isIn(list: string, domains: ReadonlySet<string>): boolean {
  for (const [, each = ''] of list.matchAll(/"([^"]+)"/g)) if (domains.has(each)) return true;
  return false;
}

async function isDisposable(domain: string, domains: ReadonlySet<string>): Promise<boolean> {
  const [exact, wildcard] = await Promise.all([listText('index'), listText('wildcard')]);
  return exact.includes(`"${domain}"`) || isIn(wildcard, domains);
}

/**
 * Checks that an address may sign up at all.
 * @throws {APIError}
 */
export async function checkDomain({ ask }: Pick<SignInParts, 'ask'>, email: string): Promise<void> {
  const rules = await ask('signUpRules', null);
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const domains = withParents(domain);
  const isListed = (list: readonly string[]): boolean => list.some((each) => domains.has(each));
  const isAllowed = isListed(rules.domainsAllowed);
  const isOthers = rules.domainsAllowed.length > 0 && !isAllowed;
  const isThrownAway = async (): Promise<boolean> => !isAllowed && !rules.areDisposableAccepted && isDisposable(domain, domains);
  if (isOthers || isListed(rules.domainsRefused) || (await isThrownAway()))
    throw new APIError('FORBIDDEN', {
      code: 'ADDRESS_NOT_ACCEPTED',
      message: 'E-mail addresses of this domain cannot sign up here. Use another address.',
    });
}

/**
 * Checks that people may sign up without an invitation.
 * @throws {APIError}
 */
export async function checkMode({ ask }: Pick<SignInParts, 'ask'>, email: string): Promise<void> {
  const { mode } = await ask('signUpRules', null);
  if (mode === 'open') return;
  if (mode === 'invitation' && (await ask('isInvited', { email }))) return;
  throw new APIError(
    'FORBIDDEN',
    mode === 'closed'
      ? { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed. Ask the operator for access.' }
      : { code: 'INVITATION_NEEDED', message: 'Sign-up needs an invitation. Open the link in yours, or ask for one.' },
  );
}
