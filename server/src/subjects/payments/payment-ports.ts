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
}

/** The rows of an arrived payment, in one unit. */
export interface Receipt {
  readonly payment: PaymentRecord;
  /** Its credit; `null`: none, because an operator has to look, or it was a test. */
  readonly credit: CreditDraft | null;
  /** For an automatic charge; earlier refusals no longer count. */
  readonly notice: AccountNotice | null;
}

/** A transfer as one operator has seen it on the bank's statement. */
export interface BankConfirmation {
  readonly orderId: string;
  readonly bankReference: string;
  readonly amountFen: bigint;
  readonly payer: string;
  /** Why money from a different payer is accepted; `null`: the payer is the verified enterprise, or none is verified. */
  readonly payerReason: string | null;
  readonly operator: string;
  readonly atMs: number;
}

export interface OrdersStore {
  find(id: string): Promise<PaymentOrder | null>;
  /** Newest first. */
  list(filter: OrdersFilter, page: TimePage): Promise<readonly PaymentOrder[]>;
  /** With the questions that the payment service is asked about it later, in one unit. */
  create(order: PaymentOrder, mark: OnceMark | null, audit: AuditEntry): Promise<void>;
  /** Stores the steps to pay; `mark`: the answer to repetitions of the request that made the order. */
  prepared(id: string, step: PaymentStep, mark: OnceMark | null): Promise<void>;
  /** Its payments, oldest first. */
  payments(orderId: string): Promise<readonly PaymentRecord[]>;
  findPayment(method: PaymentMethodName, externalId: string): Promise<PaymentRecord | null>;
  /** Payments about which an operator has to decide, oldest first. */
  undecided(limit: number): Promise<readonly PaymentRecord[]>;
  /**
   * Enters a payment: `null`: it was entered before, or the order has changed meanwhile. `planMoved`: it was the first paid credit, and
   * the account has left the free trial.
   */
  receive(receipt: Receipt, audit: AuditEntry): Promise<{ readonly planMoved: boolean } | null>;
  /** Decides about a payment not credited to its order. `null`: that was decided before. */
  decide(payment: PaymentRecord, credit: CreditDraft | null, audit: AuditEntry): Promise<{ readonly planMoved: boolean } | null>;
  /** Ends an order that is open; `false`: it is not. */
  close(id: string, atMs: number, audit: AuditEntry): Promise<boolean>;
  findConfirmation(orderId: string): Promise<BankConfirmation | null>;
  /** `false`: the order has one, or the reference was used. */
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
  /** `null`: it was redeemed, or has expired. */
  redeem(
    redemption: { readonly code: RedemptionCode; readonly by: string; readonly credit: CreditDraft; readonly mark: OnceMark },
    audit: AuditEntry,
  ): Promise<{ readonly planMoved: boolean } | null>;
  /** Of an account, newest first. */
  redeemedBy(accountId: string, limit: number): Promise<readonly RedemptionCode[]>;
}

/** A method as it is kept. */
export interface MethodRecord extends MethodSettings {
  readonly name: PaymentMethodName;
  readonly enabled: boolean;
  /** Counted up with each change. */
  readonly revision: number;
  readonly changedAtMs: number;
}

export interface PaymentMethodsStore {
  find(name: PaymentMethodName): Promise<MethodRecord | null>;
  list(): Promise<readonly MethodRecord[]>;
  put(record: MethodRecord, audit: AuditEntry): Promise<void>;
}
