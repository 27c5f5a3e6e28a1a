import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';

export type Member = components['schemas']['Member'];
export type Invitation = components['schemas']['Invitation'];
export type PatchMemberRequest = Body<paths['/api/console/accounts/{accountId}/members/{userId}']['patch']>;
export type CreateInvitationRequest = Body<paths['/api/console/accounts/{accountId}/invitations']['post']>;

/** The oldest first. */
export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'members'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/console/accounts/{accountId}/members', { params: { path: { accountId } } }))).data,
  });

/** Those that may still be taken up, the newest first. */
export const invitationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'invitations'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/console/accounts/{accountId}/invitations', { params: { path: { accountId } } }))).data,
  });

export function patchMember(accountId: string, userId: string, body: PatchMemberRequest): Promise<Member> {
  return answerOf(
    api.PATCH('/api/console/accounts/{accountId}/members/{userId}', { params: { path: { accountId, userId } }, body }),
  );
}

export function removeMember(accountId: string, userId: string): Promise<unknown> {
  return answerOf(api.DELETE('/api/console/accounts/{accountId}/members/{userId}', { params: { path: { accountId, userId } } }));
}

export function leaveAccount(accountId: string): Promise<unknown> {
  return answerOf(api.POST('/api/console/accounts/{accountId}/leave', { params: { path: { accountId } } }));
}

/** By mail; an earlier invitation of the same address holds no more. */
export function invite(accountId: string, body: CreateInvitationRequest): Promise<Invitation> {
  return answerOf(api.POST('/api/console/accounts/{accountId}/invitations', { params: { path: { accountId } }, body }));
}

export function withdrawInvitation(accountId: string, invitationId: string): Promise<unknown> {
  const path = { accountId, invitationId };
  return answerOf(api.DELETE('/api/console/accounts/{accountId}/invitations/{invitationId}', { params: { path } }));
}

/** By the token of its link, or by the id that the session tells. */
export type InvitationNamed = Body<paths['/api/console/invitations/accept']['post']>;

export function acceptInvitation(named: InvitationNamed): Promise<components['schemas']['AcceptedInvitation']> {
  return answerOf(api.POST('/api/console/invitations/accept', { body: named }));
}

/** One's own, for who is invited elsewhere and wants that instead. */
export function openOwnAccount(): Promise<components['schemas']['OpenedAccount']> {
  return answerOf(api.POST('/api/console/accounts'));
}
