import type { Locale } from '@tollgate/contract/enumerations';
import type { ContractSide, RequestKind } from '@tollgate/contract/requests/service-requests';
import type { Whole } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

function contractFiles({ text, whole, strict }: SchemaDialect): string {
  return `
create table contract_documents (
  id ${text} primary key,
  kind ${text} not null check (kind in ('dedicated', 'deployment')),
  locale ${text} not null check (locale in ('zh', 'en')),
  title ${text} not null,
  -- YYYY-MM-DD, as the document says of itself.
  version_on ${text} not null,
  -- The sealed file.
  object ${text} not null, bytes ${whole} not null,
  uploaded_by ${text} not null, created_at ${whole} not null
)${strict};
create table request_contracts (
  id ${text} primary key,
  request_id ${text} not null references service_requests (id),
  account_id ${text} not null references accounts (id),
  -- Who uploaded it: the operator what is to be signed, the account what is.
  side ${text} not null check (side in ('operator', 'account')),
  object ${text} not null, bytes ${whole} not null,
  uploaded_by ${text} not null, created_at ${whole} not null
)${strict};
create index request_contracts_by_request on request_contracts (request_id, created_at, id);
create index request_contracts_by_account on request_contracts (account_id, id);
`;
}

/** Conflict: a number that was entered for two invoices stays with the first. */
function invoiceNumbers({ text, strict, own }: SchemaDialect): string {
  const issued = own({ sqlite: "json_extract(issue, '$.number')", postgres: "issue::jsonb ->> 'number'" });
  const red = own({ sqlite: "json_extract(reversal, '$.redNumber')", postgres: "reversal::jsonb ->> 'redNumber'" });
  return `
create table invoice_numbers (
  number ${text} primary key,
  invoice_id ${text} not null references invoices (id)
)${strict};
insert into invoice_numbers (number, invoice_id)
  select ${issued}, id from invoices where ${issued} is not null order by created_at, id on conflict do nothing;
insert into invoice_numbers (number, invoice_id)
  select ${red}, id from invoices where ${red} is not null order by created_at, id on conflict do nothing;
`;
}

function contactProofs({ text, bytes, whole, strict }: SchemaDialect): string {
  return `
create table contact_proofs (
  account_id ${text} primary key references accounts (id),
  -- Null: none is to be proved now; the row stays for its bound on mails.
  email ${text}, token_hash ${bytes} unique,
  asked_by ${text} not null, expires_at ${whole} not null,
  mails ${whole} not null, mails_since ${whole} not null
)${strict};
`;
}

function closingAlarms({ text, whole }: SchemaDialect): string {
  return `
-- What operators were told that a closing waits for, and when.
alter table account_closings add column told_of ${text};
alter table account_closings add column told_of_at ${whole};
`;
}

/** Contract files, invoice numbers, unconfirmed contact addresses, and operator notifications about closures. */
export function contractsSchema(dialect: SchemaDialect): string {
  return [contractFiles, invoiceNumbers, contactProofs, closingAlarms].map((part) => part(dialect)).join('');
}

export interface ContractDocumentsTable {
  id: string;
  kind: RequestKind;
  locale: Locale;
  title: string;
  version_on: string;
  object: string;
  bytes: Whole;
  uploaded_by: string;
  created_at: Whole;
}

export interface RequestContractsTable {
  id: string;
  request_id: string;
  account_id: string;
  side: ContractSide;
  object: string;
  bytes: Whole;
  uploaded_by: string;
  created_at: Whole;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    contract_documents: ContractDocumentsTable;
    request_contracts: RequestContractsTable;
  }
}
