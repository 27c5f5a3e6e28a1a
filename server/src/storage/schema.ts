import type {
  AccountStatus,
  CreditBucket,
  LedgerEntryKind,
  Locale,
  PriceOwnerKind,
  RouteBalance,
  SubAccountStatus,
} from '@tollgate/contract/enumerations';
import type { Generated } from 'kysely';
import type { Account, StoredKeyStatus } from '../domain/tenants/tenant.ts';
import type { CallRow } from './call-columns.ts';
import type {
  Bytes,
  BytesOrNull,
  Sequence,
  TextOrNull,
  Whole,
  WholeOrNull,
  WholeWithDefault,
  WordOrNull,
} from './column-types.ts';
import type { AuditLogTable } from './steps/audit-log-schema.ts';
import type { MailOutboxTable } from './steps/mail-schema.ts';

/**
 * The tables for Kysely; the column names are those of the migrations. Integers are read as bigint on every engine and written as bigint or
 * as a safe integer. Times are milliseconds since the epoch, amounts nano-CNY, flags 0 or 1, JSON documents text, and call IDs the 16 bytes
 * of a UUID. A subject declares its own tables next to their schema.
 */
export interface Schema {
  plans: PlansTable;
  accounts: AccountsTable;
  sub_accounts: SubAccountsTable;
  keys: KeysTable;
  models: ModelsTable;
  model_prices: ModelPricesTable;
  price_overrides: PriceOverridesTable;
  providers: ProvidersTable;
  provider_routes: ProviderRoutesTable;
  route_keys: RouteKeysTable;
  provider_models: ProviderModelsTable;
  ledger_entries: LedgerEntriesTable;
  calls: CallRow;
  usage_hours: UsageHoursTable;
  usage_hour_quantities: UsageHourQuantitiesTable;
  frozen_days: FrozenDaysTable;
  open_calls: OpenCallsTable;
  notices: NoticesTable;
  stray_refusals: StrayRefusalsTable;
  audit_log: AuditLogTable;
  quarantined_calls: QuarantinedCallsTable;
  settings: { readonly name: string; value: string };
  objects: ObjectsTable;
  mail_outbox: MailOutboxTable;
}

export interface PlansTable {
  id: string;
  name: string;
  requests_per_minute: WholeOrNull;
  concurrency_recommended: WholeOrNull;
  concurrency_ceiling: WholeOrNull;
  strict: WholeWithDefault;
  price_multiplier_ppm: WholeWithDefault;
  position: WholeWithDefault;
  /** The rules as JSON; `null`: the defaults. */
  broken_connections: TextOrNull;
}

export interface AccountsTable {
  id: string;
  name: string;
  email: TextOrNull;
  locale: WordOrNull<Locale>;
  plan_id: string;
  status: Generated<AccountStatus>;
  limits: Generated<string>;
  price_multiplier_ppm: WholeWithDefault;
  domestic_only: WholeWithDefault;
  isolation: Generated<Account['isolation']>;
  credits_revision: WholeWithDefault;
  closes_at: WholeOrNull;
  frozen_reason: TextOrNull;
  frozen_at: WholeOrNull;
  created_at: Whole;
}

export interface SubAccountsTable {
  id: string;
  account_id: string;
  name: string;
  model_allow_list: TextOrNull;
  daily_cap: WholeOrNull;
  monthly_cap: WholeOrNull;
  cap_arming: WholeWithDefault;
  status: Generated<SubAccountStatus>;
  created_at: Whole;
}

export interface KeysTable {
  id: string;
  account_id: string;
  sub_account_id: TextOrNull;
  hash: Bytes;
  prefix: string;
  last4: string;
  remark: Generated<string>;
  status: Generated<StoredKeyStatus>;
  daily_cap: WholeOrNull;
  monthly_cap: WholeOrNull;
  cap_arming: WholeWithDefault;
  ip_allow_list: Generated<string>;
  model_allow_list: TextOrNull;
  expires_at: WholeOrNull;
  strict: WholeWithDefault;
  domestic_only: WholeWithDefault;
  routing: WordOrNull<RouteBalance>;
  preferred_route: TextOrNull;
  limits: Generated<string>;
  replaced_by: TextOrNull;
  created_at: Whole;
  updated_at: Whole;
}

export interface ModelsTable {
  name: string;
  kind: string;
  owned_by: string;
  facts: Generated<string>;
  source: Generated<string>;
  created_at: Whole;
  updated_at: Whole;
  deleted_at: WholeOrNull;
  first_version: WholeWithDefault;
  aliases: Generated<string>;
}

interface PriceColumns {
  version: Whole;
  valid_from: Whole;
  input: Whole;
  cached_input: Whole;
  output: Whole;
  per_call: Whole;
  created_at: Whole;
  actor: string;
  /** The parts of a price besides its four rates, as JSON. */
  card: Generated<string>;
}

export interface ModelPricesTable extends PriceColumns {
  model: string;
}

export interface PriceOverridesTable extends PriceColumns {
  owner_kind: PriceOwnerKind;
  owner_id: string;
  model: string;
  withdrawn: WholeWithDefault;
}

export interface ProvidersTable {
  id: string;
  name: string;
  dialect: string;
  further_chat_dialects: Generated<string>;
  dialects: Generated<string>;
  media_hosts: Generated<string>;
  priority: WholeWithDefault;
  weight: WholeWithDefault;
  enabled: WholeWithDefault;
  maintenance: WholeWithDefault;
  account_id: TextOrNull;
  quirks: Generated<string>;
  source: Generated<string>;
  created_at: Whole;
  updated_at: Whole;
}

export interface ProviderRoutesTable {
  id: string;
  provider_id: string;
  region: string;
  base_url: string;
  addresses: Generated<string>;
  settings: Generated<string>;
  sealed_api_key: BytesOrNull;
  api_key_hint: TextOrNull;
  position: Whole;
}

export interface RouteKeysTable {
  id: string;
  route_id: string;
  sealed_api_key: BytesOrNull;
  hint: TextOrNull;
  weight: WholeWithDefault;
  limits: Generated<string>;
  enabled: WholeWithDefault;
  position: Whole;
}

export interface ProviderModelsTable {
  provider_id: string;
  model: string;
  upstream_model: string;
  cost: TextOrNull;
}

export interface LedgerEntriesTable {
  seq: Sequence;
  id: string;
  account_id: string;
  kind: LedgerEntryKind;
  bucket: CreditBucket | 'usage';
  amount: Whole;
  hour_start: WholeOrNull;
  day: WholeOrNull;
  reason: string;
  actor: string;
  created_at: Whole;
  credits_total: Whole;
  usage_total: Whole;
  trial_credits_total: Whole;
}

export interface UsageHoursTable {
  account_id: string;
  sub_account_id: Generated<string>;
  key_id: string;
  model: Generated<string>;
  hour_start: Whole;
  node: string;
  day: Whole;
  calls: Whole;
  charged_calls: Whole;
  input_tokens: Whole;
  cached_tokens: Whole;
  output_tokens: Whole;
  reasoning_tokens: Whole;
  charge: Whole;
  uncollected: Whole;
  upstream_cost: Whole;
}

/** Named quantities of an hour's calls, besides the four token counts. */
export interface UsageHourQuantitiesTable {
  hour_start: Whole;
  account_id: string;
  key_id: string;
  model: Generated<string>;
  sub_account_id: Generated<string>;
  node: string;
  name: string;
  amount: Whole;
  day: Whole;
}

export interface FrozenDaysTable {
  day: Whole;
  account_id: string;
  key_id: string;
  model: Generated<string>;
  hour_start: Whole;
  calls: Whole;
  charge: Whole;
  uncollected: Whole;
}

export interface OpenCallsTable {
  id: Bytes;
  incarnation: string;
  /** The OpenMark as JSON. */
  mark: string;
}

export interface NoticesTable {
  id: Sequence;
  account_id: string;
  key_id: string;
  window: string;
  kind: string;
  arming: Whole;
  text: string;
  created_at: Whole;
  read_at: WholeOrNull;
  /** JSON; `null` if written by a version that stored only the text. */
  params: TextOrNull;
  /** 1 or 2 while mails are still to be created; see `notices-schema.ts`. */
  mail_due: WholeWithDefault;
  /** The console page about it. */
  link: TextOrNull;
  /** 1 while webhooks still have to receive it. */
  hook_due: WholeWithDefault;
}

export interface StrayRefusalsTable {
  id: Sequence;
  at: Whole;
  source_ip: string;
  path: string;
  code: string;
  fault: string;
  count: WholeWithDefault;
}

export interface QuarantinedCallsTable {
  id: Bytes;
  at: Whole;
  record: string;
  fault: string;
}

export interface ObjectsTable {
  name: string;
  account_id: string;
  key_id: string;
  media_type: string;
  /** `null` while the file is not completely written. */
  bytes: WholeOrNull;
  created_at: Whole;
  expires_at: Whole;
}
