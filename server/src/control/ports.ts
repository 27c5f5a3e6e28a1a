import type { PlansStore } from './plan-ports.ts';
import type { AlertSettingsStore, WebhooksStore } from './alert-ports.ts';
import type { RobotsStore } from './alarm-ports.ts';
import type { Ending, StatusClass, UsageGroup } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { KeyName, MadeKey } from './key-ports.ts';
import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { OutgoingMail } from '../domain/people/outgoing-mail.ts';
import type { InvoicingStores } from './invoice-ports.ts';
import type { MailsStore } from './mail-ports.ts';
import type { ClosedMoney } from '../domain/books/consumed-paid.ts';
import type { NewsStores } from './news-ports.ts';
import type { CreditDraft, CreditTotals, LedgerEntry } from '../domain/books/ledger.ts';
import type { CallRecord, NoticeDraft } from '../domain/books/call-record.ts';
import type { Invitation } from '../domain/people/invitation.ts';
import type { Member, OperatorRecord } from '../domain/people/person.ts';
import type { TrialClaim, TrialMarks, TrialTally } from '../domain/people/trial-claim.ts';
import type { Account, Key, SubAccount } from '../domain/tenants/tenant.ts';
import type { AccountRecord, KeyRecord, SubAccountRecord } from '../domain/tenants/tenant-records.ts';
import type { BillingStore } from './billing-ports.ts';
import type { CatalogWriter } from './catalog-ports.ts';
import type { OnceStore } from './once-ports.ts';
import type { DeskStores } from './desk-ports.ts';
import type { StatementsStore } from './statement-ports.ts';
import type { AutoTopUpsStore, SavedCardsStore } from './auto-top-up-ports.ts';
import type { CodesStore, OrdersStore, PaymentMethodsStore } from './payment-ports.ts';
import type { PayoutStores } from './payout-ports.ts';

/** One page of a list: at most `limit` rows behind `after`, or the first ones. */
export interface Page<Position> {
  readonly limit: number;
  readonly after: Position | null;
}

/** Position in a list that runs from the newest to the oldest row. */
export interface TimePosition {
  readonly atMs: number;
  readonly id: string;
}

export interface AccountsFilter {
  readonly id?: string | undefined;
  /** Its id or name, or its e-mail address in any case. */
  readonly named?: string | undefined;
  /** Its id, or a part of its name or e-mail address in any case. */
  readonly search?: string | undefined;
  readonly planId?: string | undefined;
  readonly status?: Account['status'] | undefined;
}

/** An account that somebody has opened for themselves. */
export interface OpenedAccount {
  readonly record: AccountRecord;
  readonly credit: CreditDraft | null;
  readonly owner: Member;
  readonly claim: TrialClaim;
}

export interface AccountsStore {
  find(id: string): Promise<AccountRecord | null>;
  list(filter: AccountsFilter, page: Page<TimePosition>): Promise<readonly AccountRecord[]>;
  /** The largest price multiplier of any account, in parts per million; `null` without accounts. */
  multiplierMax(): Promise<bigint | null>;
  /** Every account of a plan, to bring a changed plan into force. */
  ofPlan(planId: string): Promise<readonly AccountRecord[]>;
  /** Account and first credit are one unit. */
  create(record: AccountRecord, credit: CreditDraft | null, audit: readonly AuditEntry[]): Promise<void>;
  /** All of it is one unit, or nothing if the account is there already. */
  open(opened: OpenedAccount, audit: readonly AuditEntry[]): Promise<void>;
  update(record: AccountRecord, audit: AuditEntry): Promise<void>;
}

/** What belongs to an account, or only to one of its sub-accounts. */
export interface PartFilter {
  readonly accountId: string;
  readonly subAccountId?: string | undefined;
}

export interface SubAccountsFilter extends PartFilter {
  readonly status?: SubAccount['status'] | undefined;
}

/** How much belongs to a sub-account. */
export interface SubAccountCounts {
  readonly id: string;
  readonly keys: number;
  readonly members: number;
}

export interface SubAccountsStore {
  /** Those of the account that have one of the ids, deleted ones included. */
  ofIds(accountId: string, ids: readonly string[]): Promise<readonly SubAccount[]>;
  counts(accountId: string, ids: readonly string[]): Promise<readonly SubAccountCounts[]>;
  find(id: string): Promise<SubAccountRecord | null>;
  list(filter: SubAccountsFilter, page: Page<TimePosition>): Promise<readonly SubAccountRecord[]>;
  create(record: SubAccountRecord, audit: AuditEntry): Promise<void>;
  /** Of sub-accounts of an account, the ones deleted included. */
  names(accountId: string, ids: readonly string[]): Promise<readonly { readonly id: string; readonly name: string }[]>;
  update(subAccount: SubAccount, audit: AuditEntry): Promise<void>;
  /** Marks it deleted and disables its keys, in one unit. */
  remove(id: string, atMs: number, audit: AuditEntry): Promise<void>;
}

/** Keys of an account, or of a part of it. */
export interface KeysFilter extends PartFilter {
  /** Part of the remark in any case, the last four characters, or the id. */
  readonly search?: string | undefined;
  readonly statuses?: readonly Key['status'][] | undefined;
  /** As of `nowMs`. */
  readonly isExpired?: boolean | undefined;
  readonly nowMs?: number | undefined;
}

export interface KeysStore {
  /** Of keys of an account, or with `null` of any, the ones deleted included. */
  names(accountId: string | null, ids: readonly string[]): Promise<readonly KeyName[]>;
  find(id: string): Promise<KeyRecord | null>;
  list(filter: KeysFilter, page: Page<TimePosition>): Promise<readonly KeyRecord[]>;
  ofSubAccount(subAccountId: string): Promise<readonly KeyRecord[]>;
  /** SHA-256 of the value. It is for nobody's eyes. */
  hashOf(id: string): Promise<Buffer | null>;
  create(made: MadeKey): Promise<void>;
  update(key: Key, atMs: number, audit: AuditEntry): Promise<void>;
  /** The old key becomes `reset` and names its replacement, in one unit. */
  replace(old: Key, made: MadeKey): Promise<void>;
}

export interface CreditWritten {
  readonly entry: LedgerEntry;
  /** The first paid credit moved the account from `free-trial` to `standard`. */
  readonly planMoved: boolean;
}

export interface LedgerStore {
  totals(accountId: string): Promise<CreditTotals>;
  /** The same with what it has used in closed hours, of one moment. */
  closedMoney(accountId: string): Promise<ClosedMoney>;
  find(id: string): Promise<LedgerEntry | null>;
  /** Newest first. */
  list(accountId: string, page: Page<bigint>): Promise<readonly LedgerEntry[]>;
  /** `null`: the account already has an entry that must be unique (its trial credit, or this id). */
  credit(draft: CreditDraft, audit: AuditEntry): Promise<CreditWritten | null>;
}

export interface Notice {
  readonly id: bigint;
  readonly accountId: string;
  readonly keyId: string;
  readonly window: string;
  readonly kind: string;
  readonly text: string;
  /** What it says, apart from the words; of versions that kept the text alone nothing. */
  readonly params: Readonly<Record<string, string>>;
  /** The page of the console that shows what it is about; `null`: the one of its key or sub-account. */
  readonly link: string | null;
  /** Of the key that it is about, as it is now. */
  readonly keyRemark: string | null;
  readonly createdAtMs: number;
  readonly readAtMs: number | null;
}

export interface NoticesFilter {
  readonly accountId: string;
  readonly isUnread?: boolean | undefined;
}

export interface NoticesStore {
  list(filter: NoticesFilter, page: Page<bigint>): Promise<readonly Notice[]>;
  /** At most `max`, which is enough for whoever counts them. */
  countUnread(accountId: string, max: number): Promise<number>;
  /** Up to and with `upTo`, or all; `one` marks that one alone. Answers how many were unread. */
  markRead(accountId: string, which: { readonly one: bigint } | { readonly upTo: bigint | null }, atMs: number): Promise<number>;
  /** The number of the newest of all accounts; 0 without any. */
  newestId(): Promise<bigint>;
  /** Behind a number, of many accounts at once, oldest first. */
  after(accountIds: readonly string[], id: bigint, limit: number): Promise<readonly Notice[]>;
  /** Adds those that were not sent before (unique per window, kind and arming). */
  add(drafts: readonly NoticeDraft[]): Promise<void>;
}

export interface AuditLogRow extends AuditEntry {
  readonly seq: bigint;
}

export interface AuditLogFilter {
  readonly objectKind?: string | undefined;
  readonly objectId?: string | undefined;
  /** Of the account, its keys and its sub-accounts. */
  readonly accountId?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface StrayRow {
  readonly id: bigint;
  readonly atMs: number;
  readonly sourceIp: string;
  readonly path: string;
  readonly code: string;
  readonly fault: string;
  readonly count: number;
}

export interface UsageFilter {
  readonly accountId?: string | undefined;
  readonly subAccountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  /** First and last admission day, YYYYMMDD. */
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  readonly groups: readonly UsageGroup[];
}

export interface UsageSums {
  /** One value per asked group, in that order; a sub-account or model that does not exist is `''`. */
  readonly group: readonly (string | number)[];
  readonly calls: bigint;
  readonly chargedCalls: bigint;
  readonly inputTokens: bigint;
  readonly cachedTokens: bigint;
  readonly outputTokens: bigint;
  readonly reasoningTokens: bigint;
  readonly charge: NanoCny;
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
  /** What has a name of its own, such as images; by name. */
  readonly quantities: Readonly<Record<string, bigint>>;
}

/** Reads for the operator's pages; nothing here is on the request path. */
export interface ReportsStore {
  auditLog(filter: AuditLogFilter, page: Page<bigint>): Promise<readonly AuditLogRow[]>;
  strays(page: Page<bigint>): Promise<readonly StrayRow[]>;
  usage(filter: UsageFilter, page: Page<readonly (string | number)[]>): Promise<readonly UsageSums[]>;
}

export interface CallsFilter {
  readonly accountId?: string | undefined;
  readonly subAccountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  readonly statusClass?: StatusClass | undefined;
  readonly ending?: Ending | undefined;
  readonly errorCode?: string | undefined;
  /** Admission time, epoch milliseconds: from inclusive, to exclusive. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface CallsPageRequest extends CallsFilter {
  /** What an earlier page answered as `next`. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface CallsPage {
  /** Newest first. Of endings and errors a page can hold less than its limit although there is a next one. */
  readonly rows: readonly CallRecord[];
  readonly next: string | null;
}

/** A stretch of the log, from inclusive, to exclusive. */
export type CallsStretch = CallsFilter & { readonly fromMs: number; readonly toMs: number };

/** Calls of a stretch that ended alike. */
export interface CallSums {
  readonly statusClass: number;
  readonly errorCode: string | null;
  readonly calls: bigint;
  readonly charge: NanoCny;
  readonly inputTokens: bigint;
  readonly cachedTokens: bigint;
  readonly outputTokens: bigint;
  readonly newestId: string;
}

/** The last call with a key that is in the log. */
export interface LastUse {
  readonly keyId: string;
  readonly atMs: number;
  readonly sourceIp: string;
}

/** The log of calls, for people to read. */
export interface CallsStore {
  /** Of those of the keys that have one. */
  lastUses(keyIds: readonly string[]): Promise<readonly LastUse[]>;
  /** Sums of an account's calls, or of all, in one stretch, by how they ended. Takes as long as the stretch has calls. */
  sums(accountId: string | undefined, stretch: CallsStretch): Promise<readonly CallSums[]>;
  /** @throws {ApiError} `invalid_parameter` for a cursor that is not one of its own. */
  page(request: CallsPageRequest): Promise<CallsPage>;
  /** One call by its id, the `x-request-id` of its answer; `null` if there is none. */
  find(id: string): Promise<CallRecord | null>;
}

/** Small named values that outlive a restart. */
export interface SettingsStore {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  /** Sets it unless it is set. Answers whether it was not. */
  add(name: string, value: string): Promise<boolean>;
  /** Answers whether the value was the expected one. */
  replace(name: string, expected: string, value: string): Promise<boolean>;
}

/** The other nodes of a fleet, which admit calls by what is changed here, and change things themselves. */
export interface OtherNodes {
  /** Settles when everything that they have changed before is known here. */
  caughtUp(): Promise<void>;
  /** Settles when nobody admits a call any more under what these accounts, or anything of theirs, were before. */
  accountsChanged(accountIds: readonly string[]): Promise<void>;
  /** Waits until they have the catalogue as it is now. */
  catalogChanged(): Promise<void>;
  /** Waits until they have what is announced as it is now. */
  newsChanged(): Promise<void>;
}

/** Who belongs to which account. */
export interface MembersStore {
  find(accountId: string, userId: string): Promise<Member | null>;
  /** Oldest first. */
  ofPerson(userId: string): Promise<readonly Member[]>;
  /** Oldest first. */
  ofAccount(accountId: string): Promise<readonly Member[]>;
  update(member: Member, audit: AuditEntry): Promise<void>;
  remove(member: Member, audit: AuditEntry): Promise<void>;
  /** Those that may still be taken up, newest first. */
  invitationsOf(accountId: string, nowMs: number): Promise<readonly Invitation[]>;
  /** By the SHA-256 of its token, if it may still be taken up. */
  findInvitation(tokenHash: Buffer, nowMs: number): Promise<Invitation | null>;
  invitationsTo(email: string, nowMs: number): Promise<readonly Invitation[]>;
  /** In place of an earlier one to the same address, with its mail in one unit. */
  invite(
    made: { readonly invitation: Invitation; readonly tokenHash: Buffer },
    mail: OutgoingMail,
    audit: AuditEntry,
  ): Promise<void>;
  withdraw(id: string, audit: AuditEntry): Promise<void>;
  /** Ends the invitation, and makes the member, if there is one to make, in one unit. */
  accept(id: string, member: Member | null, audit: AuditEntry): Promise<void>;
}

/** Trial credits of those who signed up themselves. */
export interface TrialClaimsStore {
  /** How many were given, of one day (YYYYMMDD) and over all time. */
  tally(marks: TrialMarks, day: number): Promise<TrialTally>;
  find(accountId: string): Promise<TrialClaim | null>;
  /** Oldest first. */
  listHeld(page: Page<TimePosition>): Promise<readonly TrialClaim[]>;
  /** Enters the credit of a claim that is held, with its mail in one unit; `false` if it is not, or the account has had one. */
  grant(claim: TrialClaim, draft: CreditDraft, mail: OutgoingMail | null, audit: AuditEntry): Promise<boolean>;
}

/** Who runs the service. */
export interface OperatorsStore {
  find(userId: string): Promise<OperatorRecord | null>;
  /** Oldest first. */
  list(): Promise<readonly OperatorRecord[]>;
  /** Adds, or changes the role. */
  put(operator: OperatorRecord, audit: AuditEntry): Promise<void>;
  remove(userId: string, audit: AuditEntry): Promise<void>;
}

export interface ControlStores extends DeskStores, NewsStores, PayoutStores {
  readonly plans: PlansStore;
  readonly accounts: AccountsStore;
  readonly subAccounts: SubAccountsStore;
  readonly keys: KeysStore;
  readonly ledger: LedgerStore;
  readonly catalog: CatalogWriter;
  readonly notices: NoticesStore;
  readonly reports: ReportsStore;
  readonly calls: CallsStore;
  readonly members: MembersStore;
  readonly operators: OperatorsStore;
  readonly mails: MailsStore;
  readonly trialClaims: TrialClaimsStore;
  readonly once: OnceStore;
  readonly statements: StatementsStore;
  readonly billing: BillingStore;
  readonly orders: OrdersStore;
  readonly autoTopUps: AutoTopUpsStore;
  readonly savedCards: SavedCardsStore;
  readonly codes: CodesStore;
  readonly paymentMethods: PaymentMethodsStore;
  readonly robots: RobotsStore;
  readonly invoicing: InvoicingStores;
  readonly alertSettings: AlertSettingsStore;
  readonly webhooks: WebhooksStore;
}
