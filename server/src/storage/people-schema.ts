import type { SchemaDialect } from './schema-dialect.ts';

/** Who belongs to which account. */
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

/** What became of the trial credits of those who sign up, and the language of accounts. */
export function trialClaimsSchema({ text, whole, strict }: SchemaDialect): string {
  return `
alter table accounts add column locale ${text};
create table trial_claims (
  account_id ${text} primary key references accounts (id),
  state ${text} not null check (state in ('given', 'held', 'granted')),
  -- Why it is or was held.
  reason ${text},
  -- Marks that tell equal ones and nothing else; they stay when the person is forgotten.
  mailbox ${text} not null, network ${text} not null, browser ${text} not null,
  day ${whole} not null, claimed_at ${whole} not null, granted_at ${whole}
)${strict};
create unique index trial_claims_given on trial_claims (mailbox) where state = 'given';
create index trial_claims_by_day on trial_claims (day, network) where state = 'given';
create index trial_claims_by_browser on trial_claims (browser) where state = 'given';
create index trial_claims_held on trial_claims (claimed_at, account_id) where state = 'held';
`;
}

/** Who runs the service. */
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

/** What all keys of a sub-account may spend together, and the order in which what they spent is found. */
export function subAccountCapsSchema({ whole }: SchemaDialect): string {
  return `
alter table sub_accounts add column daily_cap ${whole};
alter table sub_accounts add column monthly_cap ${whole};
alter table sub_accounts add column cap_arming ${whole} not null default 0;
create index usage_hours_by_sub_account_day on usage_hours (sub_account_id, day) where sub_account_id <> '';
`;
}

/** Who may become a member. */
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

/** Whose credit was held and then granted has had it. */
export function grantedTrialsSchema(): string {
  return "create index trial_claims_granted on trial_claims (mailbox) where state = 'granted';";
}
