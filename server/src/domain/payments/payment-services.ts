import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { PaymentMethod } from './payment-method.ts';

/** One field of a method's settings. */
export interface MethodField {
  readonly name: string;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** A key in PEM or base64, which may be pasted over several lines. */
  readonly isKey?: boolean;
  /** The allowed values, default first. If absent, any text is allowed. */
  readonly choices?: readonly string[];
}

export interface MethodSettings {
  /** Settings that every operator can read. */
  readonly settings: Readonly<Record<string, string>>;
  /** Write-only values. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The payment services that this program knows. */
export interface PaymentServices {
  /** The fields of each method's settings. A method without an entry cannot be used in this installation. */
  readonly fields: ReadonlyMap<PaymentMethodName, readonly MethodField[]>;
  /**
   * Opens a method with the operator's settings.
   * @throws {PaymentSettingsError} that names the field.
   */
  open(name: PaymentMethodName, settings: MethodSettings): Promise<PaymentMethod>;
}

/** The settings are invalid for the method. */
export class PaymentSettingsError extends Error {
  override readonly name = 'PaymentSettingsError';
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
