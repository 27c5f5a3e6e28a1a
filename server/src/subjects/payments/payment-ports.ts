import type { NanoCny } from '@tollgate/contract/money';
import type { OrderState, PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../domain/books/ledger.ts';
import type { MethodSettings } from '../../domain/payments/payment-services.ts';
import type { PaymentOrder, PaymentRecord, PaymentStep } from '../../domain/payments/payment-order.ts';
import type { OnceMark } from '../../control/once-ports.ts';

interface TimePage {
  readonly limit: number;
  readonly after: { readonly atMs: number; readonly id: string } | null;
}

export interface OrdersFilter {
  readonly accountId?: string | undefined;
  readonly state?: Exclude<OrderState, 'refunding' | 'partly_refunded' | 'refunded'> | undefined;
  readonly method?: PaymentMethodName | undefined;
  /** Part of the id or the remark in any case, or the number of a payment. */
  readonly search?: string | undefined;
}

/** The rows of a received payment, written in one transaction. */
export interface Receipt {
  readonly payment: PaymentRecord;
  /** The credit; `null` if an operator must decide, or the payment was a test. */
  readonly credit: CreditDraft | null;
  /** Set for an automatic charge; earlier refusals then no longer count. */
  readonly notice: AccountNotice | null;
}

/** A transfer as one operator found it on the bank statement. */
export interface BankConfirmation {
  readonly orderId: string;
  readonly bankReference: string;
  readonly amountFen: bigint;
  readonly payer: string;
  /** Why a different payer is accepted; `null` if the payer is the verified enterprise, or none is verified. */
  readonly payerReason: string | null;
  readonly operator: string;
  readonly atMs: number;
}

export interface OrdersStore {
  find(id: string): Promise<PaymentOrder | null>;
  /** Newest first. */
  list(filter: OrdersFilter, page: TimePage): Promise<readonly PaymentOrder[]>;
  /** Also queues the later queries to the payment service, in the same transaction. */
  create(order: PaymentOrder, mark: OnceMark | null, audit: AuditEntry): Promise<void>;
  /** Stores the payment step. `mark`: the response for repetitions of the request that created the order. */
  prepared(id: string, step: PaymentStep, mark: OnceMark | null): Promise<void>;
  /** Payments of an order, oldest first. */
  payments(orderId: string): Promise<readonly PaymentRecord[]>;
  findPayment(method: PaymentMethodName, externalId: string): Promise<PaymentRecord | null>;
  /** Payments on which an operator must decide, oldest first. */
  undecided(limit: number): Promise<readonly PaymentRecord[]>;
  /**
   * Records a payment; `null`: it was recorded before, or the order has changed meanwhile. `planMoved`: it was the first paid credit and
   * ended the free trial.
   */
  receive(receipt: Receipt, audit: AuditEntry): Promise<{ readonly planMoved: boolean } | null>;
  /** Decides on a payment that is not credited to its order; `null`: the decision was made before. */
  decide(payment: PaymentRecord, credit: CreditDraft | null, audit: AuditEntry): Promise<{ readonly planMoved: boolean } | null>;
  /** Ends an open order; `false`: it is not open. */
  close(id: string, atMs: number, audit: AuditEntry): Promise<boolean>;
  findConfirmation(orderId: string): Promise<BankConfirmation | null>;
  /** `false`: the order already has a confirmation, or the reference is already used. */
  confirmFirst(confirmation: BankConfirmation, audit: AuditEntry): Promise<boolean>;
  removeConfirmation(orderId: string, audit: AuditEntry): Promise<void>;
}

export interface CodeBatch {
  readonly id: string;
  readonly name: string;
  readonly amount: NanoCny;
  readonly size: number;
  readonly sold: boolean;
  readonly redeemed: number;
  readonly expiresAtMs: number | null;
  readonly withdrawnAtMs: number | null;
  readonly madeBy: string;
  readonly createdAtMs: number;
}

export interface RedemptionCode {
  readonly hash: Buffer;
  readonly last4: string;
  readonly batch: CodeBatch;
  readonly accountId: string | null;
  readonly redeemedAtMs: number | null;
}

export interface CodesStore {
  /** Newest first. */
  batches(page: TimePage): Promise<readonly CodeBatch[]>;
  findBatch(id: string): Promise<CodeBatch | null>;
  create(batch: CodeBatch, codes: readonly Pick<RedemptionCode, 'hash' | 'last4'>[], audit: AuditEntry): Promise<void>;
  withdraw(id: string, atMs: number, audit: AuditEntry): Promise<void>;
  find(hash: Buffer): Promise<RedemptionCode | null>;
  /** `null`: the code was already redeemed or has expired. */
  redeem(
    redemption: { readonly code: RedemptionCode; readonly by: string; readonly credit: CreditDraft; readonly mark: OnceMark },
    audit: AuditEntry,
  ): Promise<{ readonly planMoved: boolean } | null>;
  /** Codes redeemed by an account, newest first. */
  redeemedBy(accountId: string, limit: number): Promise<readonly RedemptionCode[]>;
}

/** A payment method as stored. */
export interface MethodRecord extends MethodSettings {
  readonly name: PaymentMethodName;
  readonly enabled: boolean;
  /** Incremented with each change. */
  readonly revision: number;
  readonly changedAtMs: number;
}

export interface PaymentMethodsStore {
  find(name: PaymentMethodName): Promise<MethodRecord | null>;
  list(): Promise<readonly MethodRecord[]>;
  put(record: MethodRecord, audit: AuditEntry): Promise<void>;
}
