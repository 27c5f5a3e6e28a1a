import type { MemberRole } from '@tollgate/contract/people/rights';

/** Lets the owner of an address become a member for a limited time. Requires the token and the address. */
export interface Invitation {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly subAccountId: string | null;
  /** Address of the inviter. */
  readonly inviter: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export const invitationLifeMs = 7 * 86_400_000;
