import type { MemberRole, OperatorRole } from '@tollgate/contract/people/rights';
import type { TrialHoldReason, TrialState } from '@tollgate/contract/enumerations';
import type { LifeTables } from './account-life-schema.ts';
import type { Bytes, TextOrNull, Whole, WholeOrNull, WordOrNull } from './column-types.ts';

/** Tables about people and what they belong to. */
export interface PeopleTables extends LifeTables {
  members: MembersTable;
  invitations: InvitationsTable;
  trial_claims: TrialClaimsTable;
  operators: OperatorsTable;
}

export interface MembersTable {
  account_id: string;
  user_id: string;
  role: MemberRole;
  sub_account_id: TextOrNull;
  created_at: Whole;
}

export interface InvitationsTable {
  id: string;
  account_id: string;
  email: string;
  email_lower: string;
  role: MemberRole;
  sub_account_id: TextOrNull;
  token_hash: Bytes;
  inviter: string;
  created_at: Whole;
  expires_at: Whole;
}

export interface TrialClaimsTable {
  account_id: string;
  state: TrialState;
  reason: WordOrNull<TrialHoldReason>;
  mailbox: string;
  network: string;
  browser: string;
  day: Whole;
  claimed_at: Whole;
  granted_at: WholeOrNull;
}

export interface OperatorsTable {
  user_id: string;
  role: OperatorRole;
  created_at: Whole;
}
