import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { DisputeStatus } from '../../../domain/payments/payment-method.ts';

/** A payment of an account that is disputed at the bank of the payer. */
export interface Dispute {
  readonly method: PaymentMethodName;
  /** The payment service's id of the dispute. */
  readonly id: string;
  readonly externalId: string;
  readonly accountId: string;
  readonly state: DisputeStatus;
  /** Whether the dispute froze the account. */
  readonly froze: boolean;
  readonly openedAtMs: number;
}

export interface DisputesStore {
  find(method: PaymentMethodName, id: string): Promise<Dispute | null>;
  /** Does nothing if the dispute is already stored. */
  begin(dispute: Dispute): Promise<void>;
  /** Does nothing if the dispute has ended. */
  move(dispute: Pick<Dispute, 'method' | 'id' | 'state'>, atMs: number): Promise<void>;
  /** Number of open disputes of an account. */
  countOpen(accountId: string): Promise<number>;
}

/** The stores for disputed payments. */
export interface DisputeStores {
  readonly disputes: DisputesStore;
}
