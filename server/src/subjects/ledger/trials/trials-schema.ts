import type { TrialHoldReason, TrialState } from '@tollgate/contract/enumerations';
import type { Whole, WholeOrNull, WordOrNull } from '../../../storage/column-types.ts';
import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

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

/** State of trial credits, and language of accounts. */
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

/** Finds accounts whose held credit was granted: they count as having received it. */
export function grantedTrialsSchema(): string {
  return "create index trial_claims_granted on trial_claims (mailbox) where state = 'granted';";
}

declare module '../../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    trial_claims: TrialClaimsTable;
  }
}
