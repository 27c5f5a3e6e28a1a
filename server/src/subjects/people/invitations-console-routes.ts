import { peopleRoutes } from '@tollgate/contract/people/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { InvitationAnswer } from '@tollgate/contract/people/members';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { acceptInvitation, invite, listInvitations, withdrawInvitation } from './invitations.ts';
import { showTime } from '../../control/show-time.ts';
import type { Invitation } from '../../domain/people/invitation.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf, signedInOf, sourceOf } from '../../console-api/request-principal.ts';

function view({ id, email, role, subAccountId, inviter, createdAtMs, expiresAtMs }: Invitation): InvitationAnswer {
  return {
    id,
    email,
    role,
    inviter,
    sub_account_id: subAccountId,
    created_at: showTime(createdAtMs),
    expires_at: showTime(expiresAtMs),
  };
}

export const invitationsResource: ConsoleResource = (app, deps) => {
  ofAccounts(app, deps);
  toAccept(app, deps);
};

function ofAccounts(app: TypedApp, { control, people, consoleOrigin }: ConsoleDeps): void {
  addRoute(app, peopleRoutes.listInvitations, async (request) => {
    const invitations = await listInvitations(control, principalOf(request), request.params.accountId);
    return { data: invitations.map(view) };
  });

  addRoute(app, peopleRoutes.createInvitation, async (request) => {
    const { accountId } = request.params;
    const locale = signedInOf(request).person.locale ?? 'zh';
    const order = { accountId, request: request.body };
    const made = await invite(control, principalOf(request), order, { consoleOrigin, people, locale });
    return view(made);
  });

  addRoute(app, peopleRoutes.withdrawInvitation, async (request) => {
    const { accountId, invitationId } = request.params;
    await withdrawInvitation(control, principalOf(request), accountId, invitationId);
    return { removed: true as const };
  });
}

function toAccept(app: TypedApp, deps: ConsoleDeps): void {
  addRoute(app, peopleRoutes.acceptInvitation, async (request) => {
    const who = { person: signedInOf(request).person, sourceIp: sourceOf(deps, request), people: deps.people };
    const { member, accountName } = await acceptInvitation(deps.control, who, request.body);
    return {
      account_id: member.accountId,
      account_name: accountName,
      role: member.role,
      sub_account_id: member.subAccountId,
    };
  });
}
