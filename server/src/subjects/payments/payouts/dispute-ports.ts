import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { DisputeStatus } from '../../../domain/payments/payment-method.ts';

/** A payment of an account that is disputed at the payer's bank. */
export interface Dispute {
  readonly method: PaymentMethodName;
  /** The payment service's number of it. */
  readonly id: string;
  readonly externalId: string;
  readonly accountId: string;
  readonly state: DisputeStatus;
  /** Whether the account was in use until the dispute disabled it. */
  readonly froze: boolean;
  readonly openedAtMs: number;
}

export interface DisputesStore {
  find(method: PaymentMethodName, id: string): Promise<Dispute | null>;
  /** Does nothing if it is known. */
  begin(dispute: Dispute): Promise<void>;
  /** Does nothing if it is over. */
  move(dispute: Pick<Dispute, 'method' | 'id' | 'state'>, atMs: number): Promise<void>;
  /** How many disputes of an account are not over. */
  countOpen(accountId: string): Promise<number>;
}

/** The stores for disputed payments. */
export interface DisputeStores {
  readonly disputes: DisputesStore;
}
