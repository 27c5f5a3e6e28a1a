import type { RequestKind, RequestStage } from '@tollgate/contract/requests/service-requests';
import type { TextOrNull, Whole } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

export interface ServiceRequestsTable {
  id: string;
  account_id: string;
  kind: RequestKind;
  stage: RequestStage;
  contact: string;
  details: string;
  requested_by: string;
  created_at: Whole;
}

export interface ServiceRequestStepsTable {
  request_id: string;
  stage: RequestStage;
  entered_at: Whole;
  expected_on: TextOrNull;
  note: string;
}

/** Requests for dedicated channels and private deployments, with their past stages. */
export function requestsSchema({ text, whole, strict, keyed }: SchemaDialect): string {
  return `
create table service_requests (
  id ${text} primary key,
  account_id ${text} not null references accounts (id),
  kind ${text} not null, stage ${text} not null,
  contact ${text} not null, details ${text} not null, requested_by ${text} not null,
  created_at ${whole} not null
)${strict};
-- Of each kind an account has one under way.
create unique index service_requests_open on service_requests (account_id, kind) where stage not in ('live', 'declined');
create index service_requests_waiting on service_requests (created_at, id) where stage not in ('live', 'declined');
create index service_requests_by_account on service_requests (account_id, created_at);
create table service_request_steps (
  request_id ${text} not null references service_requests (id),
  stage ${text} not null,
  entered_at ${whole} not null,
  -- YYYY-MM-DD in the time zone of the service: when the stage should be over.
  expected_on ${text},
  note ${text} not null,
  primary key (request_id, stage)
)${keyed};
`;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    service_requests: ServiceRequestsTable;
    service_request_steps: ServiceRequestStepsTable;
  }
}
