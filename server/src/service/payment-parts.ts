import type { Config } from '../config/config.ts';
import type { PaymentParts } from '../control/payment-parts.ts';
import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import { createPaymentServices } from '../payments/registry.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { consoleOrigins } from './console-origins.ts';

interface PaymentOptions {
  readonly config: Config;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly consolePort: () => number;
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
}

/** Ways to pay, as the configuration allows them. */
export function createPaymentParts({ config, clock, consolePort, logger, alarms }: PaymentOptions): PaymentParts {
  return {
    services: createPaymentServices(() => clock.nowMs(), config.paymentUrls),
    origin: () => consoleOrigins(config, consolePort())[0] ?? '',
    ...{ alarms, logger },
  };
}
