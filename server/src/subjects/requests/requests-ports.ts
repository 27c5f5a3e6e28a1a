import type { ContractSide, RequestKind, RequestStage } from '@tollgate/contract/requests/service-requests';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { Locale } from '@tollgate/contract/enumerations';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';

export interface RequestStep {
  readonly stage: RequestStage;
  readonly enteredAtMs: number;
  /** YYYY-MM-DD: when the stage should end. */
  readonly expectedOn: string | null;
  /** Shown to the customer. */
  readonly note: string;
}

/** A contract of a request: the one to sign, or the signed one. It never changes. */
export interface RequestContract {
  readonly id: string;
  readonly side: ContractSide;
  readonly object: string;
  readonly bytes: number;
  readonly uploadedBy: string;
  readonly createdAtMs: number;
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
  /** Past stages, in order. */
  readonly steps: readonly RequestStep[];
  /** Oldest first. */
  readonly contracts: readonly RequestContract[];
}

export interface RequestsFilter {
  readonly accountId?: string | undefined;
  readonly isOpen?: boolean | undefined;
}

export interface RequestsPage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

/** Requests for dedicated channels and private deployments. A step, its message and its audit entry are written in one transaction. */
export interface RequestsStore {
  find(id: string): Promise<ServiceRequest | null>;
  /** Oldest first. */
  list(filter: RequestsFilter, page: RequestsPage): Promise<readonly ServiceRequest[]>;
  /** `false`: the account already has a request of this kind in progress. */
  create(request: ServiceRequest, notice: AccountNotice, audit: AuditEntry): Promise<boolean>;
  /** `false`: the request is no longer at that stage. */
  step(
    move: { readonly id: string; readonly from: RequestStage; readonly step: RequestStep },
    notice: AccountNotice,
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Adds a stored file as a contract. `false`: that side has the maximum number, or the request ended without success. */
  addContract(contract: RequestContract & { readonly requestId: string }, told: ContractTold): Promise<boolean>;
}

/** Rows written together with a contract. */
interface ContractTold {
  /** The notice to the account; `null` if the account uploaded the contract. */
  readonly notice: AccountNotice | null;
  readonly mails: readonly OutgoingMail[];
  readonly audit: AuditEntry;
}

/** A contract that is offered with every request for a channel or deployment. */
export interface ContractDocument {
  readonly id: string;
  readonly kind: RequestKind;
  readonly locale: Locale;
  readonly title: string;
  /** YYYY-MM-DD. */
  readonly versionOn: string;
  readonly object: string;
  readonly bytes: number;
  readonly uploadedBy: string;
  readonly createdAtMs: number;
}

/** Each change releases the file that it replaces. */
export interface ContractDocumentsStore {
  /** Sorted by kind, oldest first. */
  list(): Promise<readonly ContractDocument[]>;
  put(document: ContractDocument, audit: AuditEntry): Promise<void>;
  remove(document: ContractDocument, audit: AuditEntry): Promise<void>;
}
