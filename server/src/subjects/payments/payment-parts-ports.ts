import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { PaymentServices } from '../../domain/payments/payment-services.ts';
import type { Logger } from '../../platform/logger.ts';

/** Dependencies of top-ups besides their records. */
export interface PaymentParts {
  readonly services: PaymentServices;
  /** Address of the console: payment services send reports below it, and payers return to it. */
  readonly origin: () => string;
  readonly alarms: OperatorAlarms;
  readonly logger: Logger;
}
