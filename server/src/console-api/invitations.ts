import { accountParams } from '@tollgate/contract/console/account';
import {
  acceptedInvitationAnswer,
  acceptInvitationRequest,
  createInvitationRequest,
  invitationAnswer,
  invitationList,
  invitationParams,
  removedAnswer,
  type InvitationAnswer,
} from '@tollgate/contract/console/members';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { acceptInvitation, invite, listInvitations, withdrawInvitation } from '../control/invitations.ts';
import { showTime } from '../control/tenant-settings.ts';
import type { Invitation } from '../domain/people/invitation.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf, signedInOf, sourceOf } from './who-asks.ts';

const tags = ['Console: people'];
const listPath = `${accountPath}/invitations`;

function view({ id, email, role, subAccountId, inviter, createdAtMs, expiresAtMs }: Invitation): InvitationAnswer {
  return {
    ...{ id, email, role, inviter, sub_account_id: subAccountId },
    created_at: showTime(createdAtMs),
    expires_at: showTime(expiresAtMs),
  };
}

export const invitationsResource: ConsoleResource = (app, deps) => {
  ofAccounts(app, deps);
  toAccept(app, deps);
};

function ofAccounts(app: TypedApp, { control, people, consoleOrigin }: ConsoleDeps): void {
  app.get(
    listPath,
    {
      config: { who: 'members.write' },
      schema: {
        tags,
        summary: 'List invitations',
        description: 'Those that may still be taken up, newest first.',
        params: accountParams,
        response: answers(invitationList),
      },
    },
    async (request) => {
      const invitations = await listInvitations(control, principalOf(request), request.params.accountId);
      return { data: invitations.map(view) };
    },
  );

  app.post(
    listPath,
    {
      config: { who: 'members.write' },
      schema: {
        tags,
        summary: 'Invite somebody',
        description:
          'By a mail with a link that holds for 7 days, in place of an earlier one to the same address. Only owners invite owners.',
        params: accountParams,
        body: createInvitationRequest,
        response: answers(invitationAnswer, 201),
      },
    },
    async (request, reply) => {
      const { accountId } = request.params;
      const locale = signedInOf(request).person.locale ?? 'zh';
      const order = { accountId, request: request.body };
      const made = await invite(control, principalOf(request), order, { consoleOrigin, people, locale });
      return reply.code(201).send(view(made));
    },
  );

  app.delete(
    `${listPath}/:invitationId`,
    {
      config: { who: 'members.write' },
      schema: { tags, summary: 'Withdraw an invitation', params: invitationParams, response: answers(removedAnswer) },
    },
    async (request) => {
      const { accountId, invitationId } = request.params;
      await withdrawInvitation(control, principalOf(request), accountId, invitationId);
      return { removed: true as const };
    },
  );
}

function toAccept(app: TypedApp, deps: ConsoleDeps): void {
  app.post(
    '/invitations/accept',
    {
      config: { who: 'signed-in' },
      schema: {
        tags,
        summary: 'Take up an invitation',
        description:
          'Once, by somebody who is signed in with the verified address that was invited; by the token of its link, or by its id.',
        body: acceptInvitationRequest,
        response: answers(acceptedInvitationAnswer),
      },
    },
    async (request) => {
      const who = { person: signedInOf(request).person, sourceIp: sourceOf(deps, request), people: deps.people };
      const { member, accountName } = await acceptInvitation(deps.control, who, request.body);
      return {
        ...{ account_id: member.accountId, account_name: accountName },
        ...{ role: member.role, sub_account_id: member.subAccountId },
      };
    },
  );
}
