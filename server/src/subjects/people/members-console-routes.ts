import { peopleRoutes } from '@tollgate/contract/people/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { namesOf } from '../../control/names.ts';
import type { Principal } from '../../control/principal.ts';
import { showTime } from '../../control/show-time.ts';
import { listMembers, patchMember, removeMember, type KnownMember } from './team.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf, signedInOf } from '../../console-api/request-principal.ts';

interface Seen {
  readonly principal: Principal;
  readonly accountId: string;
  /** The requester. */
  readonly selfId: string;
}

async function views({ control }: ConsoleDeps, { principal, accountId, selfId }: Seen, members: readonly KnownMember[]) {
  const rows = members.map(({ member }) => ({ subAccountId: member.subAccountId }));
  const names = await namesOf(control, principal, accountId, rows);
  return members.map(({ member, person }) => ({
    user_id: member.userId,
    email: person?.email ?? null,
    name: person?.name ?? null,
    role: member.role,
    sub_account_id: member.subAccountId,
    sub_account_name: names.subAccount(member.subAccountId),
    is_you: member.userId === selfId,
    created_at: showTime(member.createdAtMs),
  }));
}

export const membersResource: ConsoleResource = (app, deps) => {
  const { control, people } = deps;

  addRoute(app, peopleRoutes.listMembers, async (request) => {
    const { accountId } = request.params;
    const principal = principalOf(request);
    const members = await listMembers(control, principal, accountId, people);
    return { data: await views(deps, { principal, accountId, selfId: signedInOf(request).person.id }, members) };
  });

  addRoute(app, peopleRoutes.changeMember, async (request) => {
    const { accountId, userId } = request.params;
    const principal = principalOf(request);
    const member = await patchMember(control, principal, { accountId, userId, people }, request.body);
    const known = { member, person: await people.findPerson({ id: userId }) };
    const [view] = await views(deps, { principal, accountId, selfId: signedInOf(request).person.id }, [known]);
    if (view === undefined) throw new Error('a member was not shown');
    return view;
  });

  addRoute(app, peopleRoutes.removeMember, async (request) => {
    await removeMember(control, principalOf(request), { ...request.params, people, isSelf: false });
    return { removed: true as const };
  });

  addRoute(app, peopleRoutes.leaveAccount, async (request) => {
    const userId = signedInOf(request).person.id;
    await removeMember(control, principalOf(request), { ...request.params, userId, people, isSelf: true });
    return { removed: true as const };
  });
};
