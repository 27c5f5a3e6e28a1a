import { accountParams } from '../tenants/account.ts';
import {
  acceptInvitationRequest,
  acceptedInvitationAnswer,
  createInvitationRequest,
  invitationAnswer,
  invitationList,
  invitationParams,
  memberAnswer,
  memberList,
  memberParams,
  patchMemberRequest,
  removedAnswer,
} from './members.ts';
import { openedAccountAnswer, sessionAnswer } from './session.ts';
import { challengeAnswer, setupAnswer, setupRequest, signInOffersAnswer } from './setup.ts';
import { z } from 'zod';
import { describeRoutes } from '../route.ts';
import { peoplePaths } from './console-paths.ts';

const setupState = z.object({ open: z.boolean() }).meta({ id: 'SetupState' });

export const peopleRoutes = describeRoutes(peoplePaths, {
  listInvitations: {
    tags: ['Console: people'],
    summary: 'List invitations',
    description: 'Open invitations, newest first.',
    params: accountParams,
    answer: invitationList,
  },
  createInvitation: {
    tags: ['Console: people'],
    summary: 'Invite a person',
    description:
      'Sends a mail with a link that works for 7 days and replaces an earlier invitation to the address. Only owners can invite owners.',
    params: accountParams,
    body: createInvitationRequest,
    answer: invitationAnswer,
    status: 201,
    refusals: [
      'invitations_to_address_today',
      'invitations_today',
      'member_already',
      'members_full',
      'owners_alone',
      'sub_account_takes_no_members',
    ],
  },
  withdrawInvitation: {
    tags: ['Console: people'],
    summary: 'Withdraw an invitation',
    params: invitationParams,
    answer: removedAnswer,
    refusals: ['owners_alone'],
  },
  acceptInvitation: {
    tags: ['Console: people'],
    summary: 'Accept an invitation',
    description: 'Works once, for a person signed in with the verified invited address. Use the token of the link or the id.',
    body: acceptInvitationRequest,
    answer: acceptedInvitationAnswer,
    refusals: ['invitation_over'],
  },
  listMembers: {
    tags: ['Console: people'],
    summary: 'List members',
    description: 'All members, oldest first.',
    params: accountParams,
    answer: memberList,
  },
  changeMember: {
    tags: ['Console: people'],
    summary: 'Change a member',
    description: 'Effective from their next request. Only owners can add and change owners; the last owner cannot be changed.',
    params: memberParams,
    body: patchMemberRequest,
    answer: memberAnswer,
    refusals: ['last_owner', 'owners_alone', 'sub_account_takes_no_members'],
  },
  removeMember: {
    tags: ['Console: people'],
    summary: 'Remove a member',
    description: 'Effective from their next request. The last owner cannot be removed.',
    params: memberParams,
    answer: removedAnswer,
    refusals: ['last_owner', 'owners_alone'],
  },
  leaveAccount: {
    tags: ['Console: people'],
    summary: 'Leave an account',
    description: 'Removes the caller from the account. The last owner cannot leave.',
    params: accountParams,
    answer: removedAnswer,
    refusals: ['last_owner', 'owners_alone'],
  },
  readSession: {
    tags: ['Console: people'],
    summary: 'Read who is signed in',
    description:
      'The first request of a verified person without an account creates one with its trial credit. An invited person is asked first.',
    answer: sessionAnswer,
  },
  openAccount: {
    tags: ['Console: people'],
    summary: 'Create a separate account',
    description: 'For an invited person who declines the invitation. Has no effect for members of an account.',
    answer: openedAccountAnswer,
    refusals: ['accounts_opened'],
  },
  readSignInOffers: { tags: ['Console: sign-in'], summary: 'Read sign-in options', answer: signInOffersAnswer },
  getChallenge: {
    tags: ['Console: sign-in'],
    summary: 'Get a challenge',
    description: 'Send its solution as `altcha` after a `challenge_needed` response. Each challenge works once.',
    answer: challengeAnswer,
    refusals: ['sign_in_offers_busy'],
  },
  readSetup: {
    tags: ['Console: sign-in'],
    summary: 'Read whether an administrator link is open',
    answer: setupState,
    refusals: ['sign_in_offers_busy'],
  },
  completeSetup: {
    tags: ['Console: sign-in'],
    summary: 'Become the first administrator',
    description: 'Uses the token of the one-time link printed on the first start.',
    body: setupRequest,
    answer: setupAnswer,
    status: 201,
    refusals: [
      'address_taken',
      'administrator_link_in_use',
      'administrator_link_just_taken',
      'administrator_link_wrong',
      'sign_in_offers_busy',
    ],
  },
});
