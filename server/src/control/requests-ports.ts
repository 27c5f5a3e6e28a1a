import type { RequestKind, RequestStage } from '@tollgate/contract/service-requests';
import type { AccountNotice } from '../domain/books/account-notice.ts';
import type { AuditEntry } from '../domain/books/audit-entry.ts';

export interface RequestStep {
  readonly stage: RequestStage;
  readonly enteredAtMs: number;
  /** YYYY-MM-DD: when the stage should be over. */
  readonly expectedOn: string | null;
  /** For the customer to read. */
  readonly note: string;
}

export interface ServiceRequest {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly kind: RequestKind;
  readonly stage: RequestStage;
  readonly contact: string;
  readonly details: string;
  readonly requestedBy: string;
  readonly createdAtMs: number;
  /** Those that it came to, in order. */
  readonly steps: readonly RequestStep[];
}

export interface RequestsFilter {
  readonly accountId?: string | undefined;
  readonly isOpen?: boolean | undefined;
}

export interface RequestsPage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** Requests for the dedicated channel and for private deployment. A step, its message and its audit entry are one unit. */
export interface RequestsStore {
  find(id: string): Promise<ServiceRequest | null>;
  /** Oldest first. */
  list(filter: RequestsFilter, page: RequestsPage): Promise<readonly ServiceRequest[]>;
  /** `false`: the account has one of its kind under way. */
  create(request: ServiceRequest, notice: AccountNotice, audit: AuditEntry): Promise<boolean>;
  /** `false`: it is not at that stage any more. */
  step(
    move: { readonly id: string; readonly from: RequestStage; readonly step: RequestStep },
    notice: AccountNotice,
    audit: AuditEntry,
  ): Promise<boolean>;
}
