import { hasRight } from '@tollgate/contract/people/rights';
import type { MembersStore } from '../subjects/people/member-ports.ts';
import type { Borrower } from '../domain/tenants/lent-keys.ts';
import type { Identity } from '../identity/identity.ts';

/** Whether the borrower of a key is still signed in, and may still use the playground in the same part of the account. */
export async function mayStillBorrow(
  members: Pick<MembersStore, 'find'>,
  identity: Pick<Identity, 'isSignedIn'> | null,
  { accountId, userId, subAccountId, sessionId }: Borrower,
): Promise<boolean> {
  const member = await members.find(accountId, userId);
  if (member?.subAccountId !== subAccountId || !hasRight('playground.use', member.role, subAccountId !== null)) return false;
  return (await identity?.isSignedIn({ personId: userId, sessionId })) === true;
}
