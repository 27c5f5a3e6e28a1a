import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { PaymentServices } from '../../domain/payments/payment-services.ts';
import type { Logger } from '../../platform/logger.ts';

/** What top-ups use besides their records. */
export interface PaymentParts {
  readonly services: PaymentServices;
  /** Address of the console: payment services report below it, and payers continue there. */
  readonly origin: () => string;
  readonly alarms: OperatorAlarms;
  readonly logger: Logger;
}
