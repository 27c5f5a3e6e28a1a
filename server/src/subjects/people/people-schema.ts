import type { SchemaDialect } from '../../storage/schema-dialect.ts';
import type { MemberRole, OperatorRole } from '@tollgate/contract/people/rights';
import type { Bytes, TextOrNull, Whole } from '../../storage/column-types.ts';

/** Members of accounts. */
export function membersSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table members (
  account_id ${text} not null references accounts (id),
  -- Of the people who sign in, who are kept apart from what they own.
  user_id ${text} not null,
  role ${text} not null,
  -- Null: the whole account.
  sub_account_id ${text} references sub_accounts (id),
  created_at ${whole} not null,
  primary key (account_id, user_id)
)${strict};
create index members_by_person on members (user_id, created_at);
`;
}

/** Operators of the service. */
export function operatorsSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table operators (
  -- Of the people who sign in.
  user_id ${text} primary key,
  role ${text} not null,
  created_at ${whole} not null
)${strict};
`;
}

/** Invitations. */
export function invitationsSchema({ text, bytes, whole, strict }: SchemaDialect): string {
  return `
create table invitations (
  id ${text} primary key,
  account_id ${text} not null references accounts (id),
  email ${text} not null, email_lower ${text} not null,
  role ${text} not null,
  sub_account_id ${text} references sub_accounts (id),
  -- SHA-256 of what the link holds.
  token_hash ${bytes} not null unique,
  inviter ${text} not null,
  created_at ${whole} not null, expires_at ${whole} not null,
  unique (account_id, email_lower)
)${strict};
create index invitations_by_email on invitations (email_lower);
`;
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

export interface OperatorsTable {
  user_id: string;
  role: OperatorRole;
  created_at: Whole;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    members: MembersTable;
    invitations: InvitationsTable;
    operators: OperatorsTable;
  }
}
