import { ApiError } from '@tollgate/contract/errors';
import type { NanoCny } from '@tollgate/contract/money';
import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { CatalogHolder } from '../domain/catalog/catalog-holder.ts';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { Provider } from '../domain/catalog/model.ts';
import type { Calendar } from '../domain/limits/calendar.ts';
import type { Coordination } from '../domain/limits/coordination.ts';
import type { StatusBoard } from '../domain/status/status-board.ts';
import type { NewsMarks } from '../domain/people/news-marks.ts';
import type { NewsBoard } from '../domain/news/news-board.ts';
import type { KeyDirectory } from '../domain/tenants/key-directory.ts';
import type { LentKeys } from '../domain/tenants/lent-keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { WebhookOperations } from '../subjects/notices/alert-ports.ts';
import type { RobotOperations } from '../subjects/notices/alarms/alarm-ports.ts';
import type { ChangeQueue } from './change-queue.ts';
import { boundedJson, changedFields } from './changed-fields.ts';
import type { AccountDataParts, ExportFiles, ExportsStore } from '../subjects/calls/exports/export-ports.ts';
import type { NoticeFollower } from '../subjects/notices/notice-ports.ts';
import type { PaymentParts } from '../subjects/payments/payment-parts-ports.ts';
import type { ControlStores } from './control-ports.ts';
import type { OtherNodes } from './other-nodes-ports.ts';
import type { Principal } from './principal.ts';
import type { SiteSettingsReader } from './site-settings-ports.ts';
import type { UploadedFiles } from './upload-ports.ts';

/** Everything that the control plane needs; built once in `main.ts`. */
export interface ControlContext {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly calendar: Calendar;
  readonly stores: ControlStores;
  readonly directory: KeyDirectory;
  readonly catalog: CatalogHolder;
  /** The announcements. */
  readonly news: NewsBoard;
  /** Identifies people who refuse announcements by mail. */
  readonly newsMarks: NewsMarks;
  /** Daily budget for probe calls to models with little traffic; 0 means that none are made. */
  readonly probeBudget: NanoCny;
  /** What the environment of the process configures. */
  readonly setUp: SetUpFacts;
  /** The state of models. */
  readonly status: StatusBoard;
  readonly coordination: Pick<Coordination, 'figures' | 'running' | 'reachedLevels' | 'admit' | 'settle'>;
  readonly lentKeys: LentKeys;
  /** The state of each route, which is deleted when the catalogue no longer contains the route. */
  readonly routing: { retain(providers: readonly Provider[]): void };
  /** `null` if there is only one process. */
  readonly others: OtherNodes | null;
  readonly changeQueue: ChangeQueue;
  /** Files of the call log. */
  readonly exports: { readonly store: ExportsStore; readonly files: ExportFiles };
  /** Files with all data about an account. */
  readonly accountData: AccountDataParts;
  /** The operator's settings of the installation. */
  readonly site: SiteSettingsReader;
  /** Stops charging the saved card of an account that receives money back. */
  readonly stopCharging: (context: ControlContext, principal: Principal, accountId: string) => Promise<void>;
  /** Payment methods. */
  readonly payments: PaymentParts;
  /** Sends messages to chat bots. */
  readonly robots: RobotOperations;
  /** Raises alarms for operators. */
  readonly alarms: OperatorAlarms;
  /** Storage of uploaded files: licences, invoices, contracts. */
  readonly uploads: UploadedFiles;
  /** Sends webhooks. */
  readonly webhooks: WebhookOperations;
  /** Messages as they arrive. */
  readonly noticeFeed: NoticeFollower;
  /** Names of the protocols that a provider may use, each with the kind of its models. */
  readonly dialects: ReadonlyMap<string, ModelKind>;
  /** Kinds of models that some operation calls. */
  readonly kinds: ReadonlySet<ModelKind>;
  /** The maker of a model for which none is entered. */
  readonly makerOf: (model: string) => string;
  /**
   * Reads a key's IP allow-list.
   * @throws {ApiError} that names the invalid entry.
   */
  readonly parseIpAllowList: (entries: unknown) => { readonly entries: readonly string[]; readonly warnings: readonly string[] };
}

/** What only the environment of an installation shows, for pages that must not promise missing features. */
export interface SetUpFacts {
  /** Whether mails are sent. */
  readonly sendsMail: boolean;
  /** Contact of the operator for users; `null` if none is configured. */
  readonly supportContact: string | null;
  readonly hasPublicAddress: boolean;
  /** Whether the sealing secret is stored only in the data folder, and would be lost with the disk. */
  readonly secretInFolder: boolean;
}

/** The audit entry of one change; `before` and `after` must not contain secrets. */
export interface ChangeNote {
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

/**
 * Maximum bytes of one side of an entry. Changes by members have a low limit, because anyone can open an account and its rows are kept for
 * long.
 */
const auditBytesMax = { operator: 32 * 1024, account: 512 } as const;

/** The audit entry of a change, with the changed fields; the whole object if it was created or removed. */
export function auditEntry(
  context: Pick<ControlContext, 'clock'>,
  { name, sourceIp, scope }: Principal,
  note: ChangeNote,
): AuditEntry {
  const { action, objectKind, objectId } = note;
  const bytesMax = auditBytesMax[scope.kind];
  const isChange = note.before !== undefined && note.after !== undefined;
  const [before, after] = isChange ? changedFields({ ...note.before }, { ...note.after }) : [note.before, note.after];
  const accountId = scope.kind === 'account' ? scope.accountId : objectKind === 'account' ? objectId : undefined;
  return {
    atMs: context.clock.nowMs(),
    actor: name,
    sourceIp,
    action,
    objectKind,
    objectId,
    ...(accountId === undefined ? {} : { accountId }),
    before: before === undefined ? null : boundedJson(before, bytesMax),
    after: after === undefined ? null : boundedJson(after, bytesMax),
  };
}

/** @throws {ApiError} 404 if the record does not exist. */
export function found<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new ApiError('not_found', { message: `No ${what} has this id.` });
  return value;
}

export function invalid(param: string, fault: string): ApiError {
  return new ApiError('invalid_parameter', { param, message: `\`${param}\` ${fault}.` });
}

/** The error for a missing required field. */
export function required(param: string, message: string): ApiError {
  return new ApiError('missing_required_parameter', { param, message });
}
