import type { ProviderCheck, ProviderTestAnswer, TestProviderRequest } from '@tollgate/contract/catalogue/provider-tests';
import type { AuditReportAnswer } from '@tollgate/contract/ledger/book-audits';
import type { UpstreamModelsAnswer } from '@tollgate/contract/catalogue/upstream-models';
import type { Provider } from '../domain/catalog/model.ts';
import type { BookAudit } from './book-audit-ports.ts';
import type { ControlContext } from './control-context.ts';
import type { KnownCatalogue } from './known-catalogue.ts';
import type { Principal } from './principal.ts';
import { findProvider } from './providers.ts';
import { showTime } from './tenant-settings.ts';
import { requireOperator } from './within-scope.ts';

/** What can be done with the service as a whole. */
export interface Operations {
  /** Recomputes the books from nothing; `ok` is false on one nano of difference. */
  readonly audit: (by: string) => Promise<AuditReportAnswer>;
  /** Runs an audit that stands as begun, beside everything else; what becomes of it stands in the list of audits. */
  readonly goOnAuditing: (begun: BookAudit) => void;
  /** Copies the database into `backups/<name>` of the data folder. @throws {ApiError} 409 when the file exists. */
  readonly backup: (name: string) => Promise<{ readonly path: string; readonly bytes: number }>;
  /** What the environment of this process says about what is sold. */
  readonly environment: KnownCatalogue;
  /** Makes small real calls to a provider; charged to nobody. */
  readonly testProvider: (provider: Provider, request: TestProviderRequest) => Promise<ProviderCheck[]>;
  /** Asks a provider what models it has. @throws {ApiError} 409 when it does not say. */
  readonly fetchModels: (provider: Provider) => Promise<Omit<UpstreamModelsAnswer, 'fetched_at'>>;
}

/** Whoever can have it done; only operators may. */
interface Operated {
  readonly operations: Operations;
}

export async function auditBooks({ operations }: Operated, principal: Principal): Promise<AuditReportAnswer> {
  requireOperator(principal, 'audit');
  return operations.audit(principal.name);
}

export async function backUp({ operations }: Operated, principal: Principal, name: string): ReturnType<Operations['backup']> {
  requireOperator(principal, 'backup');
  return operations.backup(name);
}

export async function compareEnvironment({ operations }: Operated, principal: Principal): Promise<readonly string[]> {
  requireOperator(principal, 'environment');
  return operations.environment.differences();
}

/** Answers what was changed. */
export async function takeEnvironment({ operations }: Operated, principal: Principal): Promise<readonly string[]> {
  requireOperator(principal, 'environment');
  const differences = await operations.environment.differences();
  await operations.environment.take(principal);
  return differences;
}

/** @throws {ApiError} 404, or 409 while another test of it runs. */
export async function testProvider(
  context: ControlContext,
  principal: Principal,
  id: string,
  { operations, request }: Operated & { readonly request: TestProviderRequest },
): Promise<ProviderTestAnswer> {
  const provider = findProvider(context, principal, id);
  const checks = await operations.testProvider(provider, request);
  return { provider: provider.name, ok: checks.every(({ result }) => result !== 'failed'), checks };
}

/** @throws {ApiError} 404, or 409 when the provider gives no list. */
export async function fetchModels(
  context: ControlContext,
  principal: Principal,
  id: string,
  { operations }: Operated,
): Promise<UpstreamModelsAnswer> {
  const fetched = await operations.fetchModels(findProvider(context, principal, id));
  return { ...fetched, fetched_at: showTime(context.clock.nowMs()) };
}
