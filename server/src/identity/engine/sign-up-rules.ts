import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { APIError } from 'better-auth/api';
import type { SignInParts } from './sign-in-parts.ts';

const packages = createRequire(import.meta.url);

/** One of the lists, as its text: asked a few times a day, it need not stay in memory. */
async function listText(name: 'index' | 'wildcard'): Promise<string> {
  return readFile(packages.resolve(`disposable-email-domains/${name}.json`), 'utf8');
}

/** `a.b.example.com` and each domain above it. */
function withParents(domain: string): readonly string[] {
  const parts = domain.split('.');
  return parts.slice(0, -1).map((_part, index) => parts.slice(index).join('.'));
}

async function isDisposable(domain: string): Promise<boolean> {
  const [exact, wildcard] = await Promise.all([listText('index'), listText('wildcard')]);
  return exact.includes(`"${domain}"`) || withParents(domain).some((each) => wildcard.includes(`"${each}"`));
}

/** Which addresses may sign up at all. @throws {APIError} */
export async function checkDomain({ ask }: Pick<SignInParts, 'ask'>, email: string): Promise<void> {
  const rules = await ask('signUpRules', null);
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isListed = (list: readonly string[]): boolean => withParents(domain).some((each) => list.includes(each));
  const isAllowed = isListed(rules.domainsAllowed);
  const isOthers = rules.domainsAllowed.length > 0 && !isAllowed;
  const isThrownAway = async (): Promise<boolean> => !isAllowed && !rules.areDisposableAccepted && isDisposable(domain);
  if (isOthers || isListed(rules.domainsRefused) || (await isThrownAway()))
    throw new APIError('FORBIDDEN', {
      code: 'ADDRESS_NOT_ACCEPTED',
      message: 'Addresses of this domain cannot sign up here. Use another mailbox.',
    });
}

/** Whether people may come by themselves. @throws {APIError} */
export async function checkMode({ ask }: Pick<SignInParts, 'ask'>, email: string): Promise<void> {
  const { mode } = await ask('signUpRules', null);
  if (mode === 'open') return;
  if (mode === 'invitation' && (await ask('isInvited', { email }))) return;
  throw new APIError(
    'FORBIDDEN',
    mode === 'closed'
      ? { code: 'SIGN_UP_CLOSED', message: 'Nobody can sign up here by themselves. Ask the operator.' }
      : { code: 'INVITATION_NEEDED', message: 'Signing up here needs an invitation. Open the link of yours, or ask for one.' },
  );
}

const nameLengthMax = 64;

/** Names stand in mails to their owners, who may be somebody else: nobody is to advertise there. @throws {APIError} */
export function checkName(name: unknown): void {
  const isPlain =
    typeof name === 'string' && name.trim() !== '' && name.length <= nameLengthMax && !/\p{Cc}|:\/\/|www\./iu.test(name);
  if (isPlain) return;
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_NAME',
    message: `\`name\` must have 1 to ${String(nameLengthMax)} characters on one line, and no address of a page in it.`,
  });
}
