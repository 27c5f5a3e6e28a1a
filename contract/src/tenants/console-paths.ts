import type { RoutePaths } from '../route.ts';

export const tenantsPaths = {
  readAccount: { method: 'GET', path: '/api/console/accounts/:accountId', who: 'account.read' },
  changeAccount: { method: 'PATCH', path: '/api/console/accounts/:accountId', who: 'account.write' },
  readBalance: { method: 'GET', path: '/api/console/accounts/:accountId/balance', who: 'balance.read' },
  resendContactProof: { method: 'POST', path: '/api/console/accounts/:accountId/contact-proof', who: 'account.write' },
  confirmContactAddress: { method: 'POST', path: '/api/console/contact-proofs', who: 'everybody' },
  listKeys: { method: 'GET', path: '/api/console/accounts/:accountId/keys', who: 'keys.read' },
  createKey: { method: 'POST', path: '/api/console/accounts/:accountId/keys', who: 'keys.write' },
  readKey: { method: 'GET', path: '/api/console/accounts/:accountId/keys/:keyId', who: 'keys.read' },
  changeKey: { method: 'PATCH', path: '/api/console/accounts/:accountId/keys/:keyId', who: 'keys.write' },
  deleteKey: { method: 'DELETE', path: '/api/console/accounts/:accountId/keys/:keyId', who: 'keys.write' },
  resetKey: { method: 'POST', path: '/api/console/accounts/:accountId/keys/:keyId/reset', who: 'keys.write' },
  suggestCaps: { method: 'GET', path: '/api/console/accounts/:accountId/keys/:keyId/suggested-caps', who: 'keys.read' },
  listSubAccounts: { method: 'GET', path: '/api/console/accounts/:accountId/sub-accounts', who: 'sub-accounts.read' },
  createSubAccount: { method: 'POST', path: '/api/console/accounts/:accountId/sub-accounts', who: 'sub-accounts.write' },
  readSubAccount: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/sub-accounts/:subAccountId',
    who: 'sub-accounts.read',
  },
  changeSubAccount: {
    method: 'PATCH',
    path: '/api/console/accounts/:accountId/sub-accounts/:subAccountId',
    who: 'sub-accounts.write',
  },
  deleteSubAccount: {
    method: 'DELETE',
    path: '/api/console/accounts/:accountId/sub-accounts/:subAccountId',
    who: 'sub-accounts.write',
  },
  lendKey: { method: 'POST', path: '/api/console/accounts/:accountId/keys/:keyId/lend', who: 'playground.use' },
} as const satisfies RoutePaths;
