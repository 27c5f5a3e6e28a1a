import type { RoutePaths } from '../route.ts';

export const peoplePaths = {
  listInvitations: { method: 'GET', path: '/api/console/accounts/:accountId/invitations', who: 'members.write' },
  createInvitation: { method: 'POST', path: '/api/console/accounts/:accountId/invitations', who: 'members.write' },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/console/accounts/:accountId/invitations/:invitationId',
    who: 'members.write',
  },
  acceptInvitation: { method: 'POST', path: '/api/console/invitations/accept', who: 'signed-in' },
  listMembers: { method: 'GET', path: '/api/console/accounts/:accountId/members', who: 'members.read' },
  changeMember: { method: 'PATCH', path: '/api/console/accounts/:accountId/members/:userId', who: 'members.write' },
  removeMember: { method: 'DELETE', path: '/api/console/accounts/:accountId/members/:userId', who: 'members.write' },
  leaveAccount: { method: 'POST', path: '/api/console/accounts/:accountId/leave', who: 'account.read' },
  readSession: { method: 'GET', path: '/api/console/session', who: 'signed-in' },
  openAccount: { method: 'POST', path: '/api/console/accounts', who: 'signed-in' },
  readSignInOffers: { method: 'GET', path: '/api/console/sign-in', who: 'everybody' },
  getChallenge: { method: 'GET', path: '/api/console/challenge', who: 'everybody' },
  readSetup: { method: 'GET', path: '/api/console/setup', who: 'everybody' },
  completeSetup: { method: 'POST', path: '/api/console/setup', who: 'everybody' },
} as const satisfies RoutePaths;
