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
    description: 'Those that may still be taken up, newest first.',
    params: accountParams,
    answer: invitationList,
  },
  createInvitation: {
    tags: ['Console: people'],
    summary: 'Invite somebody',
    description:
      'By a mail with a link that holds for 7 days, in place of an earlier one to the same address. Only owners invite owners.',
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
    summary: 'Take up an invitation',
    description:
      'Once, by somebody who is signed in with the verified address that was invited; by the token of its link, or by its id.',
    body: acceptInvitationRequest,
    answer: acceptedInvitationAnswer,
    refusals: ['invitation_over'],
  },
  listMembers: {
    tags: ['Console: people'],
    summary: 'List members',
    description: 'All of them, oldest first.',
    params: accountParams,
    answer: memberList,
  },
  changeMember: {
    tags: ['Console: people'],
    summary: 'Change a member',
    description: 'In force for their next request. Only owners make and change owners; the last owner stays one.',
    params: memberParams,
    body: patchMemberRequest,
    answer: memberAnswer,
    refusals: ['last_owner', 'owners_alone', 'sub_account_takes_no_members'],
  },
  removeMember: {
    tags: ['Console: people'],
    summary: 'Remove a member',
    description: 'In force for their next request. The last owner stays.',
    params: memberParams,
    answer: removedAnswer,
    refusals: ['last_owner', 'owners_alone'],
  },
  leaveAccount: {
    tags: ['Console: people'],
    summary: 'Leave an account',
    description: 'Whoever asks is no member any more. The last owner stays.',
    params: accountParams,
    answer: removedAnswer,
    refusals: ['last_owner', 'owners_alone'],
  },
  readSession: {
    tags: ['Console: people'],
    summary: 'Read who is signed in',
    description:
      'The first request of somebody whose address is verified and who belongs to no account opens one, with its trial credit; somebody who is invited into one is asked first.',
    answer: sessionAnswer,
  },
  openAccount: {
    tags: ['Console: people'],
    summary: 'Open an account of your own',
    description: 'For somebody who is invited and takes no invitation up. Whoever belongs to an account stays where they are.',
    answer: openedAccountAnswer,
    refusals: ['accounts_opened'],
  },
  readSignInOffers: { tags: ['Console: sign-in'], summary: 'Read what sign-in offers', answer: signInOffersAnswer },
  getChallenge: {
    tags: ['Console: sign-in'],
    summary: 'Get a challenge',
    description: 'Its solution goes along as `altcha` where an answer was `challenge_needed`. Each can be used once.',
    answer: challengeAnswer,
    refusals: ['sign_in_offers_busy'],
  },
  readSetup: {
    tags: ['Console: sign-in'],
    summary: 'Read whether a link for an administrator waits',
    answer: setupState,
    refusals: ['sign_in_offers_busy'],
  },
  completeSetup: {
    tags: ['Console: sign-in'],
    summary: 'Become the administrator',
    description: 'With the token of the one-time link that the first start prints.',
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
