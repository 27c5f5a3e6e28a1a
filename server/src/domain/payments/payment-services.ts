import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { PaymentMethod } from './payment-method.ts';

/** One field of a method's settings. */
export interface MethodField {
  readonly name: string;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** A key in PEM or base64, which is pasted over several lines. */
  readonly isKey?: boolean;
  /** Its values, the default first. Without them, any text. */
  readonly choices?: readonly string[];
}

export interface MethodSettings {
  /** Settings that every operator may read. */
  readonly settings: Readonly<Record<string, string>>;
  /** Write-only values. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The payment services that this program knows. */
export interface PaymentServices {
  /** The settings of each method; a method without an entry cannot be used in this installation. */
  readonly fields: ReadonlyMap<PaymentMethodName, readonly MethodField[]>;
  /** With the operator's settings. @throws {PaymentSettingsError} naming the field. */
  open(name: PaymentMethodName, settings: MethodSettings): Promise<PaymentMethod>;
}

/** Settings that a method cannot work with. */
export class PaymentSettingsError extends Error {
  override readonly name = 'PaymentSettingsError';
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
