import { hash } from 'node:crypto';
import { contactMailsPerDay, contactProofHours, type PatchOwnAccountRequest } from '@tollgate/contract/tenants/account';
import type { Locale } from '@tollgate/contract/enumerations';
import type { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { patchOwnAccount } from './accounts.ts';
import type { ContactProof } from './contact-ports.ts';
import { auditEntry, type ControlContext } from '../../../control/control-context.ts';
import { accountsIntoForce } from '../../../control/into-force.ts';
import type { PeopleFinder } from '../../../domain/people/people-finder.ts';
import { operator, type Principal } from '../../../control/principal.ts';
import { findAccount, findWholeAccount, requireWholeAccount } from '../../../control/within-scope.ts';

/** 43 characters from an alphabet of 62 are 256 bits. */
const tokenLength = 43;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** How the confirmation mail reaches the address. */
export interface ContactMail {
  readonly consoleOrigin: () => string;
  readonly people: PeopleFinder;
  /** Language of the requester. */
  readonly locale: Locale;
}

/** The contact address that waits for confirmation; `null` if there is none. @throws {ApiError} 404 */
export async function pendingContact(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<ContactProof | null> {
  await findAccount(context, principal, accountId);
  const proof = await context.stores.contactProofs.find(accountId);
  return (proof?.email ?? null) === null ? null : proof;
}

/** Whether a member of the account signs in with the address and has verified it. */
async function isOfMember({ stores }: ControlContext, people: PeopleFinder, accountId: string, email: string): Promise<boolean> {
  const person = await people.findPerson({ email });
  return person?.emailVerified === true && (await stores.members.find(accountId, person.id)) !== null;
}

/** Mails a confirmation link, replacing an earlier one. @throws {ApiError} 429 */
async function ask(
  context: ControlContext,
  principal: Principal,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  mail: ContactMail,
): Promise<void> {
  const { stores, clock, ids } = context;
  const nowMs = clock.nowMs();
  const before = await stores.contactProofs.find(accountId);
  const isCounted = before !== null && nowMs - before.mailsSinceMs < dayMs;
  if (isCounted && before.mails >= contactMailsPerDay)
    throw refusal(
      'contact_mails_today',
      { max: contactMailsPerDay },
      { param: 'email', retryAfterSeconds: Math.ceil((before.mailsSinceMs + dayMs - nowMs) / 1000) },
    );
  const { account } = await findAccount(context, principal, accountId);
  const token = ids.secret(tokenLength);
  const proof: ContactProof = {
    accountId,
    email,
    askedBy: principal.name,
    expiresAtMs: nowMs + contactProofHours * hourMs,
    mails: isCounted ? before.mails + 1 : 1,
    mailsSinceMs: isCounted ? before.mailsSinceMs : nowMs,
  };
  const note = { action: 'account.contact_asked', objectKind: 'account', objectId: accountId, after: { email } };
  await stores.contactProofs.ask(proof, tokenHash(token), {
    audit: auditEntry(context, principal, note),
    mail: {
      source: `contact:${accountId}:${ids.uuid()}`,
      recipient: email,
      locale: mail.locale,
      template: 'prove-contact',
      params: { account: account.name, by: principal.name, url: `${mail.consoleOrigin()}/contact#token=${token}` },
    },
  });
}

/**
 * Changes settings that account members can change. A contact address that is not a member's sign-in address takes effect only after it is
 * confirmed by a mailed link. @throws {ApiError} 404, 429
 */
export async function patchAccountOfMembers(
  context: ControlContext,
  principal: Principal,
  { accountId, request }: { readonly accountId: string; readonly request: PatchOwnAccountRequest },
  mail: ContactMail,
): Promise<AccountRecord> {
  const { account } = await findWholeAccount(context, principal, accountId);
  const { email = null } = request;
  const isSame = email?.toLowerCase() === account.email?.toLowerCase();
  const isTaken = email === null || isSame || (await isOfMember(context, mail.people, accountId, email));
  if (isTaken) {
    const changed = await patchOwnAccount(context, principal, accountId, request);
    if (request.email !== undefined) await context.stores.contactProofs.clear(accountId);
    return changed;
  }
  // Runs first, because it can be refused.
  await context.changeQueue.run(() => ask(context, principal, { accountId, email }, mail));
  const { email: _asked, ...others } = request;
  return patchOwnAccount(context, principal, accountId, others);
}

/** Mails another link to the waiting address, replacing the earlier one. @throws {ApiError} 404, 409, 429 */
export function askContactAgain(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  mail: ContactMail,
): Promise<void> {
  return context.changeQueue.run(async () => {
    requireWholeAccount(principal, 'account');
    const email = (await pendingContact(context, principal, accountId))?.email ?? null;
    if (email === null) throw refusal('no_contact_to_confirm');
    await ask(context, principal, { accountId, email }, mail);
  });
}

function linkIsOver(): ApiError {
  return refusal('contact_link_over', {}, { param: 'token' });
}

/** The confirmation that a link belongs to, with its address. @throws {ApiError} 400 */
async function proofOf({ stores, clock }: ControlContext, known: Buffer): Promise<ContactProof & { readonly email: string }> {
  const proof = await stores.contactProofs.byToken(known, clock.nowMs());
  const email = proof?.email ?? null;
  if (proof === null || email === null) throw linkIsOver();
  return { ...proof, email };
}

/** Confirms the address of a mailed link, once. @throws {ApiError} 400 */
export async function proveContact(
  context: ControlContext,
  { token, sourceIp }: { readonly token: string; readonly sourceIp: string },
): Promise<string> {
  const known = tokenHash(token);
  // Anyone can send requests here, so an invalid link must not block the change queue.
  await proofOf(context, known);
  return context.changeQueue.run(async () => {
    const proof = await proofOf(context, known);
    const { accountId, email, askedBy } = proof;
    // The holder of the link can read the mails of the address and need not sign in.
    const principal: Principal = { ...operator(email), sourceIp };
    const before = await findAccount(context, principal, accountId);
    const note = {
      action: 'account.contact_proved',
      objectKind: 'account',
      objectId: accountId,
      before: { email: before.account.email },
      after: { email, asked_by: askedBy },
    };
    if (!(await context.stores.contactProofs.prove(proof, known, auditEntry(context, principal, note)))) throw linkIsOver();
    await accountsIntoForce(context, [(await findAccount(context, principal, accountId)).account]);
    return email;
  });
}
