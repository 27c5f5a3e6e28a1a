import type { ProviderCheck, TestProviderRequest } from '@tollgate/contract/catalogue/provider-tests';
import type { AuditReportAnswer } from '@tollgate/contract/ledger/book-audits';
import type { UpstreamModelsAnswer } from '@tollgate/contract/catalogue/upstream-models';
import type { Provider } from '../domain/catalog/model.ts';
import type { BookAudit } from '../subjects/ledger/book-audit-ports.ts';
import type { KnownCatalogue } from '../subjects/catalogue/catalog-ports.ts';

/** Operations on the whole service. */
export interface Operations {
  /** Recomputes the books from nothing; `ok` is false on one nano of difference. */
  readonly audit: (by: string) => Promise<AuditReportAnswer>;
  /** Runs an audit that was recorded as begun, in the background; its result is in the list of audits. */
  readonly goOnAuditing: (begun: BookAudit) => void;
  /** Copies the database into `backups/<name>` of the data folder. @throws {ApiError} 409 when the file exists. */
  readonly backup: (name: string) => Promise<{ readonly path: string; readonly bytes: number }>;
  /** The catalogue in this process's environment. */
  readonly environment: KnownCatalogue;
  /** Makes small real calls to a provider; they are not charged. */
  readonly testProvider: (provider: Provider, request: TestProviderRequest) => Promise<ProviderCheck[]>;
  /** Requests the list of a provider's models. @throws {ApiError} 409 if it does not list them. */
  readonly fetchModels: (provider: Provider) => Promise<Omit<UpstreamModelsAnswer, 'fetched_at'>>;
}

/** An operation that an operator may start. */
export interface Operated {
  readonly operations: Operations;
}
