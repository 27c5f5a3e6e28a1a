import type { PatchMemberRequest } from '@tollgate/contract/people/members';
import { hasRight, type MemberRole } from '@tollgate/contract/people/rights';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Member, Person } from '../../domain/people/person.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import type { PeopleFinder } from '../../domain/people/people-finder.ts';
import type { Principal } from '../../control/principal.ts';
import { findSubAccount, findWholeAccount, requireAccount } from '../../control/within-scope.ts';

/** A member with personal data; `null` if the person no longer exists. */
export interface KnownMember {
  readonly member: Member;
  readonly person: Person | null;
}

/** @throws {ApiError} 404 */
/** Members of an account, oldest first. @throws {ApiError} 404 */
export async function listMembers(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  people: PeopleFinder,
): Promise<readonly KnownMember[]> {
  await findWholeAccount(context, principal, accountId);
  const members = await context.stores.members.ofAccount(accountId);
  return Promise.all(members.map(async (member) => ({ member, person: await people.findPerson({ id: member.userId }) })));
}

/** Only owners can appoint, change and remove owners. @throws {ApiError} 403 */
export function requireOwnersRight({ scope }: Principal, roles: readonly MemberRole[]): void {
  if (!roles.includes('owner') || scope.kind === 'operator') return;
  if (!hasRight('owners.write', scope.role, scope.subAccountId !== null)) throw refusal('owners_alone');
}

/** The sub-account that a member with a role can be limited to. @throws {ApiError} 400, 404, 409 */
export async function requirePart(
  context: ControlContext,
  principal: Principal,
  { accountId, role, subAccountId }: Pick<Member, 'accountId' | 'role' | 'subAccountId'>,
): Promise<void> {
  if (subAccountId === null) return;
  if (role === 'owner' || role === 'admin')
    throw invalid('sub_account_id', `must be null for the role "${role}", which covers the whole account`);
  const { subAccount } = await findSubAccount(context, principal, subAccountId);
  if (subAccount.accountId !== accountId) found(null, 'sub-account');
  if (subAccount.status === 'deleted') throw refusal('sub_account_takes_no_members');
}

async function requireAnotherOwner({ stores }: ControlContext, { accountId, userId, role }: Member): Promise<void> {
  if (role !== 'owner') return;
  const owners = (await stores.members.ofAccount(accountId)).filter((member) => member.role === 'owner');
  if (owners.every((owner) => owner.userId === userId)) throw refusal('last_owner');
}

function shown({ userId, role, subAccountId }: Member, email: string | null) {
  return { user_id: userId, email, role, sub_account_id: subAccountId };
}

/** The member to change. */
export interface MemberOf {
  readonly accountId: string;
  readonly userId: string;
}

async function emailOf(people: PeopleFinder, userId: string): Promise<string | null> {
  return (await people.findPerson({ id: userId }))?.email ?? null;
}

/** Changes the role or limits of a member, from their next request on. @throws {ApiError} 403, 404, 409 */
export function patchMember(
  context: ControlContext,
  principal: Principal,
  { accountId, userId, people }: MemberOf & { readonly people: PeopleFinder },
  request: PatchMemberRequest,
): Promise<Member> {
  return context.changeQueue.run(async () => {
    await findWholeAccount(context, principal, accountId);
    const before = found(await context.stores.members.find(accountId, userId), 'member');
    const role = request.role ?? before.role;
    const subAccountId = request.sub_account_id === undefined ? before.subAccountId : request.sub_account_id;
    const after: Member = { ...before, role, subAccountId };
    requireOwnersRight(principal, [before.role, role]);
    if (role !== 'owner') await requireAnotherOwner(context, before);
    await requirePart(context, principal, after);
    const email = await emailOf(people, userId);
    const note = { before: shown(before, email), after: shown(after, email) };
    await context.stores.members.update(
      after,
      auditEntry(context, principal, { action: 'member.patch', objectKind: 'account', objectId: accountId, ...note }),
    );
    return after;
  });
}

/** Removes a person from an account; people can remove themselves. @throws {ApiError} 403, 404, 409 */
export function removeMember(
  context: ControlContext,
  principal: Principal,
  { accountId, userId, people, isSelf }: MemberOf & { readonly people: PeopleFinder; readonly isSelf: boolean },
): Promise<void> {
  return context.changeQueue.run(async () => {
    if (!isSelf) await findWholeAccount(context, principal, accountId);
    requireAccount(principal, accountId);
    const before = found(await context.stores.members.find(accountId, userId), 'member');
    if (!isSelf) requireOwnersRight(principal, [before.role]);
    await requireAnotherOwner(context, before);
    const note = { before: shown(before, await emailOf(people, userId)) };
    await context.stores.members.remove(
      before,
      auditEntry(context, principal, {
        action: isSelf ? 'member.leave' : 'member.delete',
        objectKind: 'account',
        objectId: accountId,
        ...note,
      }),
    );
  });
}
