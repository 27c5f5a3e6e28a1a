import { queryOptions } from '@tanstack/react-query';
import type { AcceptedInvitationAnswer, InvitationAnswer, MemberAnswer } from '@tollgate/contract/people/members';
import type { OpenedAccountAnswer } from '@tollgate/contract/people/session';
import { peopleApi } from './clients/people.ts';
import type { BodyOf } from './http/client.ts';

export type Member = MemberAnswer;
export type Invitation = InvitationAnswer;
export type PatchMemberRequest = BodyOf<typeof peopleApi.changeMember>;
export type CreateInvitationRequest = BodyOf<typeof peopleApi.createInvitation>;

/** Oldest first. */
export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'members'],
    queryFn: async () => (await peopleApi.listMembers({ params: { accountId } })).data,
  });

/** Invitations that can still be accepted, newest first. */
export const invitationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'invitations'],
    queryFn: async () => (await peopleApi.listInvitations({ params: { accountId } })).data,
  });

export function patchMember(accountId: string, userId: string, body: PatchMemberRequest): Promise<Member> {
  return peopleApi.changeMember({ params: { accountId, userId }, body });
}

export function removeMember(accountId: string, userId: string): Promise<unknown> {
  return peopleApi.removeMember({ params: { accountId, userId } });
}

export function leaveAccount(accountId: string): Promise<unknown> {
  return peopleApi.leaveAccount({ params: { accountId } });
}

/** Sends an invitation by mail; an earlier one to the same address becomes invalid. */
export function invite(accountId: string, body: CreateInvitationRequest): Promise<Invitation> {
  return peopleApi.createInvitation({ params: { accountId }, body });
}

export function withdrawInvitation(accountId: string, invitationId: string): Promise<unknown> {
  const path = { accountId, invitationId };
  return peopleApi.withdrawInvitation({ params: path });
}

/** Identifies an invitation by the token of its link, or by the id from the session. */
export type InvitationNamed = BodyOf<typeof peopleApi.acceptInvitation>;

export function acceptInvitation(named: InvitationNamed): Promise<AcceptedInvitationAnswer> {
  return peopleApi.acceptInvitation({ body: named });
}

/** Opens a separate account for a person who does not accept an invitation. */
export function openOwnAccount(): Promise<OpenedAccountAnswer> {
  return peopleApi.openAccount();
}
