import { accountBounds } from '@tollgate/contract/tenants/account-bounds';
import { hash } from 'node:crypto';
import type { CreateInvitationRequest } from '@tollgate/contract/people/members';
import { hasRight } from '@tollgate/contract/people/rights';
import type { Locale } from '@tollgate/contract/enumerations';
import { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import { invitationLifeMs, type Invitation } from '../../domain/people/invitation.ts';
import type { Member, Person } from '../../domain/people/person.ts';
import { auditEntry, found, type ControlContext } from '../../control/control-context.ts';
import { listActsOnAccount } from '../../control/audit-log.ts';
import type { PeopleFinder } from '../../domain/people/people-finder.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import { requireOwnersRight, requirePart } from './team.ts';
import { findAccount, findWholeAccount } from '../../control/within-scope.ts';

/** 43 characters from an alphabet of 62 are 256 bits. */
const tokenLength = 43;

function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function shown({ id, email, role, subAccountId }: Invitation) {
  return { invitation_id: id, email, role, sub_account_id: subAccountId };
}

/** Invitations of an account that can still be accepted, newest first. @throws {ApiError} 404 */
export async function listInvitations(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly Invitation[]> {
  await findWholeAccount(context, principal, accountId);
  return context.stores.members.invitationsOf(accountId, context.clock.nowMs());
}

/** How an invitation reaches its recipient. */
export interface InvitationMail {
  readonly consoleOrigin: () => string;
  readonly people: PeopleFinder;
  /** Language of the inviter. */
  readonly locale: Locale;
}

/** Maximum mails per day from an account, in total and to one address. Strangers can fill neither a mailbox nor the mail queue. */
const invitedPerDayMax = accountBounds.invitationsMade.max;
const toOnePerDayMax = 5;
const dayMs = 86_400_000;

/** Counts invitations by the audit log, including withdrawn and replaced ones. @throws {ApiError} 404, 429 */
async function requireFewInvited(context: ControlContext, principal: Principal, accountId: string, email: string): Promise<void> {
  const nowMs = context.clock.nowMs();
  // Ignores entries dated in the future by a clock that was ahead.
  const asked = { accountId, action: 'invitation.create', fromMs: nowMs - dayMs, toMs: nowMs + 1 };
  const invited = await (await listActsOnAccount(context, principal, asked))({ limit: invitedPerDayMax, after: null });
  const options = { param: 'email', shouldRetry: false } as const;
  if (invited.length >= invitedPerDayMax) throw refusal('invitations_today', { max: invitedPerDayMax }, options);
  const addressOf = ({ after }: AuditEntry) => (JSON.parse(after ?? '{}') as { email?: string }).email;
  const isToThem = (entry: AuditEntry) => addressOf(entry)?.toLowerCase() === email.toLowerCase();
  if (invited.filter(isToThem).length >= toOnePerDayMax)
    throw refusal('invitations_to_address_today', { max: toOnePerDayMax }, options);
}

/** Mails an invitation link to an address, replacing an earlier invitation to it. @throws {ApiError} 403, 404, 409, 429 */
export function invite(
  context: ControlContext,
  principal: Principal,
  { accountId, request }: { readonly accountId: string; readonly request: CreateInvitationRequest },
  mail: InvitationMail,
): Promise<Invitation> {
  return context.changeQueue.run(async () => {
    const { account } = await findWholeAccount(context, principal, accountId);
    const { role, sub_account_id: subAccountId = null } = request;
    const email = request.email.trim();
    requireOwnersRight(principal, [role]);
    await requirePart(context, principal, { accountId, role, subAccountId });
    const known = await mail.people.findPerson({ email });
    if (known !== null && (await context.stores.members.find(accountId, known.id)) !== null) throw refusal('member_already');
    await requireRoom(context, principal, 'members', { accountId });
    await requireFewInvited(context, principal, accountId, email);
    const nowMs = context.clock.nowMs();
    const token = context.ids.secret(tokenLength);
    const invitation: Invitation = {
      id: context.ids.named('inv'),
      accountId,
      email,
      role,
      subAccountId,
      inviter: principal.name,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + invitationLifeMs,
    };
    await context.stores.members.invite(
      { invitation, tokenHash: tokenHash(token) },
      {
        source: `invitation:${invitation.id}`,
        recipient: email,
        locale: request.locale ?? mail.locale,
        template: 'invitation',
        params: {
          account: account.name,
          inviter: principal.name,
          role,
          url: `${mail.consoleOrigin()}/invite#token=${token}`,
        },
      },
      auditEntry(context, principal, {
        action: 'invitation.create',
        objectKind: 'account',
        objectId: accountId,
        after: shown(invitation),
      }),
    );
    return invitation;
  });
}

/** Withdraws an invitation, whose link then becomes invalid. @throws {ApiError} 403, 404 */
export function withdrawInvitation(context: ControlContext, principal: Principal, accountId: string, id: string): Promise<void> {
  return context.changeQueue.run(async () => {
    await findWholeAccount(context, principal, accountId);
    const all = await context.stores.members.invitationsOf(accountId, context.clock.nowMs());
    const invitation = found(
      all.find((one) => one.id === id),
      'invitation',
    );
    requireOwnersRight(principal, [invitation.role]);
    const note = { action: 'invitation.delete', objectKind: 'account', objectId: accountId, before: shown(invitation) };
    await context.stores.members.withdraw(id, auditEntry(context, principal, note));
  });
}

export interface Acceptance {
  readonly member: Member;
  readonly accountName: string;
}

/** An invitation by the token of its link, or by its id as listed for the signed-in person. */
export type InvitationNamed = { readonly token: string } | { readonly id: string };

async function invitationNamed(
  { stores, clock }: ControlContext,
  person: Person,
  named: InvitationNamed,
): Promise<Invitation | null> {
  if ('token' in named) return stores.members.findInvitation(tokenHash(named.token), clock.nowMs());
  return (await stores.members.invitationsTo(person.email, clock.nowMs())).find(({ id }) => id === named.id) ?? null;
}

/** Whether the inviter could still invite today, so that removed people cannot return by their own invitation. */
async function isStillMeant({ stores }: ControlContext, people: PeopleFinder, invitation: Invitation): Promise<boolean> {
  const { accountId, inviter, role } = invitation;
  const person = await people.findPerson({ email: inviter });
  const member = person === null ? null : await stores.members.find(accountId, person.id);
  const right = role === 'owner' ? 'owners.write' : 'members.write';
  return member !== null && hasRight(right, member.role, member.subAccountId !== null);
}

/**
 * Makes a signed-in person a member, once, by an invitation to their verified address. Existing members keep their role. @throws {ApiError} 403,
 * 404
 */
export function acceptInvitation(
  context: ControlContext,
  { person, sourceIp, people }: { readonly person: Person; readonly sourceIp: string; readonly people: PeopleFinder },
  named: InvitationNamed,
): Promise<Acceptance> {
  return context.changeQueue.run(async () => {
    const { stores, clock } = context;
    if (!person.emailVerified) throw new ApiError('address_not_verified');
    const invitation = await invitationNamed(context, person, named);
    // An invitation to another person looks expired, so that a found link reveals nothing.
    if (invitation?.email.toLowerCase() !== person.email.toLowerCase() || !(await isStillMeant(context, people, invitation))) {
      throw refusal('invitation_over');
    }
    const { accountId, role, subAccountId } = invitation;
    const principal: Principal = { name: person.email, sourceIp, scope: { kind: 'account', accountId, subAccountId, role } };
    const { account } = await findAccount(context, principal, accountId);
    const known = await stores.members.find(accountId, person.id);
    const member = known ?? { accountId, userId: person.id, role, subAccountId, createdAtMs: clock.nowMs() };
    const note = { action: 'invitation.accept', objectKind: 'account', objectId: accountId, after: shown(invitation) };
    await stores.members.accept(invitation.id, known === null ? member : null, auditEntry(context, principal, note));
    return { member, accountName: account.name };
  });
}

/** Whether an address has an invitation to any account. */
export async function isInvited(context: Pick<ControlContext, 'stores' | 'clock'>, email: string): Promise<boolean> {
  return (await context.stores.members.invitationsTo(email, context.clock.nowMs())).length > 0;
}

/** An invitation as its recipient sees it. */
export interface OfferedInvitation {
  readonly invitation: Invitation;
  readonly accountName: string;
}

/** Invitations that a person with a verified address can accept, newest first. */
export async function invitationsFor(
  context: ControlContext,
  { person, sourceIp }: { readonly person: Person; readonly sourceIp: string },
): Promise<readonly OfferedInvitation[]> {
  if (!person.emailVerified) return [];
  const all = await context.stores.members.invitationsTo(person.email, context.clock.nowMs());
  return Promise.all(
    all.map(async (invitation) => {
      const { accountId, subAccountId, role } = invitation;
      const principal: Principal = { name: person.email, sourceIp, scope: { kind: 'account', accountId, subAccountId, role } };
      return { invitation, accountName: (await findAccount(context, principal, accountId)).account.name };
    }),
  );
}
