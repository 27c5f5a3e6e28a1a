import type {
  InvoiceFormat,
  InvoiceState,
  InvoiceType,
  LicenceType,
  TitleKind,
  VerificationState,
} from '@tollgate/contract/invoicing/invoicing';
import type { TextOrNull, Whole, WholeOrNull, WholeWithDefault, WordOrNull } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Announced by the State Council for 2026; from chinese-days 1.5.7. */
const off2026 = [
  ...['2026-01-01', '2026-01-02', '2026-01-03'],
  ...[
    '2026-02-15',
    '2026-02-16',
    '2026-02-17',
    '2026-02-18',
    '2026-02-19',
    '2026-02-20',
    '2026-02-21',
    '2026-02-22',
    '2026-02-23',
  ],
  ...['2026-04-04', '2026-04-05', '2026-04-06'],
  ...['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05'],
  ...['2026-06-19', '2026-06-20', '2026-06-21'],
  ...['2026-09-25', '2026-09-26', '2026-09-27'],
  ...['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05', '2026-10-06', '2026-10-07'],
];
const on2026 = ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'];

/** Tables of invoices, titles, verifications and working days. */
export function invoicesSchema({ text, whole, strict }: SchemaDialect): string {
  return `
create table invoice_titles (
  id ${text} primary key,
  account_id ${text} not null references accounts (id),
  kind ${text} not null check (kind in ('enterprise', 'individual')),
  name ${text} not null, tax_number ${text},
  -- Address, bank, where invoices go: JSON.
  details ${text} not null,
  created_at ${whole} not null, updated_at ${whole} not null
)${strict};
create index invoice_titles_by_account on invoice_titles (account_id, created_at, id);

create table verifications (
  id ${text} primary key,
  account_id ${text} not null references accounts (id),
  state ${text} not null check (state in ('awaiting_licence', 'submitted', 'approved', 'rejected', 'withdrawn', 'replaced')),
  name ${text} not null, tax_number ${text} not null,
  -- The sealed licence.
  object ${text}, media_type ${text}, bytes ${whole},
  requested_by ${text} not null, created_at ${whole} not null, submitted_at ${whole},
  decided_by ${text}, decided_at ${whole}, reason ${text}
)${strict};
create index verifications_by_account on verifications (account_id, created_at, id);
create index verifications_by_state on verifications (state, submitted_at, id);
-- One is under way, and one is in force.
create unique index verifications_under_way on verifications (account_id) where state in ('awaiting_licence', 'submitted');
create unique index verifications_in_force on verifications (account_id) where state = 'approved';

create table invoices (
  id ${text} primary key,
  account_id ${text} not null references accounts (id),
  type ${text} not null check (type in ('electronic_ordinary', 'paper_special', 'electronic_special')),
  state ${text} not null check (state in ('submitted', 'under_review', 'approved', 'issued', 'rejected', 'withdrawn',
    'reversal_requested', 'reversal_confirming', 'reversed')),
  revision ${whole} not null,
  amount ${whole} not null check (amount > 0), tax ${whole} not null, tax_rate ${whole} not null, item ${text} not null,
  -- As they were when it was asked for: JSON.
  title ${text} not null, delivery ${text} not null,
  remark ${text},
  requested_by ${text} not null,
  created_at ${whole} not null,
  -- How it was issued, and of its reversal: JSON.
  issue ${text}, reversal ${text}, void_at ${whole}
)${strict};
create index invoices_by_account on invoices (account_id, created_at, id);
create index invoices_by_state on invoices (state, created_at, id);
create index invoices_to_void on invoices (void_at) where void_at is not null;

create table invoice_steps (
  invoice_id ${text} not null references invoices (id),
  position ${whole} not null,
  state ${text} not null, at ${whole} not null, actor ${text} not null, note ${text},
  primary key (invoice_id, position)
)${strict};

create table invoice_files (
  invoice_id ${text} not null references invoices (id),
  format ${text} not null check (format in ('pdf', 'ofd', 'xml')),
  object ${text} not null, bytes ${whole} not null, created_at ${whole} not null,
  primary key (invoice_id, format)
)${strict};

create table working_years (
  year ${whole} primary key,
  -- Dates as JSON.
  off ${text} not null, worked ${text} not null,
  source ${text} not null, updated_at ${whole} not null
)${strict};
insert into working_years (year, off, worked, source, updated_at)
  values (2026, '${JSON.stringify(off2026)}', '${JSON.stringify(on2026)}', 'chinese-days 1.5.7', 0);
`;
}

export interface InvoiceTitlesTable {
  id: string;
  account_id: string;
  kind: TitleKind;
  name: string;
  tax_number: TextOrNull;
  details: string;
  created_at: Whole;
  updated_at: Whole;
}

export interface VerificationsTable {
  id: string;
  account_id: string;
  state: VerificationState;
  name: string;
  tax_number: string;
  object: TextOrNull;
  media_type: WordOrNull<LicenceType>;
  bytes: WholeOrNull;
  requested_by: string;
  created_at: Whole;
  submitted_at: WholeOrNull;
  decided_by: TextOrNull;
  decided_at: WholeOrNull;
  reason: TextOrNull;
}

export interface InvoicesTable {
  id: string;
  account_id: string;
  type: InvoiceType;
  state: InvoiceState;
  revision: Whole;
  amount: Whole;
  tax: Whole;
  tax_rate: WholeWithDefault;
  item: string;
  title: string;
  delivery: string;
  remark: TextOrNull;
  requested_by: string;
  created_at: Whole;
  issue: TextOrNull;
  reversal: TextOrNull;
  void_at: WholeOrNull;
}

export interface InvoiceStepsTable {
  invoice_id: string;
  position: Whole;
  state: InvoiceState;
  at: Whole;
  actor: string;
  note: TextOrNull;
}

interface InvoiceFilesTable {
  invoice_id: string;
  format: InvoiceFormat;
  object: string;
  bytes: Whole;
  created_at: Whole;
}

interface WorkingYearsTable {
  year: Whole;
  off: string;
  worked: string;
  source: string;
  updated_at: Whole;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    invoice_titles: InvoiceTitlesTable;
    verifications: VerificationsTable;
    invoices: InvoicesTable;
    invoice_steps: InvoiceStepsTable;
    invoice_files: InvoiceFilesTable;
    working_years: WorkingYearsTable;
  }
}
