import type { MemberRole } from '@tollgate/contract/people/rights';

/** That somebody with this address may become a member, for a while. Whoever has its token and the address may take it up. */
export interface Invitation {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly subAccountId: string | null;
  /** Address of whoever invited. */
  readonly inviter: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export const invitationLifeMs = 7 * 86_400_000;
