import type { Config } from '../../config/config.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { PaymentParts } from '../../subjects/payments/payment-parts-ports.ts';
import { chargeOrder, orderAutomatically } from '../../subjects/payments/cards/charge-cards.ts';
import { runCardTask } from '../../subjects/payments/cards/saved-cards.ts';
import { queryOrder } from '../../subjects/payments/orders/receive-payment.ts';
import { sendRefund } from '../../subjects/payments/payouts/send-refunds.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import { topUpAutomaticallyJob } from '../../subjects/payments/cards/charge-cards-job.ts';
import type { TimedJob } from '../../jobs/timed-job.ts';
import { createPaymentServices } from '../../payments/registry.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { consoleOrigins } from '../console-origins.ts';

interface PaymentOptions {
  readonly config: Config;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Pick<Ids, 'secret'>;
  readonly consolePort: () => number;
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
}

/** Payment methods, as the configuration allows them. */
export function createPaymentParts({ config, clock, ids, consolePort, logger, alarms }: PaymentOptions): PaymentParts {
  return {
    services: createPaymentServices({ nowMs: () => clock.nowMs(), nonce: () => ids.secret(32) }, config.paymentUrls),
    origin: () => consoleOrigins(config, consolePort())[0] ?? '',
    alarms,
    logger,
  };
}

/** Timed jobs of payments. */
export function paymentJobs(control: ControlContext): readonly TimedJob[] {
  return [topUpAutomaticallyJob(() => orderAutomatically(control))];
}

/**
 * Queries of queues to payment services.
 * @param control available once the service is fully built.
 */
export function paymentQuestions(control: () => ControlContext) {
  return {
    aboutOrder: (order: Parameters<typeof queryOrder>[1]) => queryOrder(control(), order),
    aboutRefund: (question: Parameters<typeof sendRefund>[1]) => sendRefund(control(), question),
    charge: (order: Parameters<typeof chargeOrder>[1]) => chargeOrder(control(), order),
    aboutCard: (errand: Parameters<typeof runCardTask>[1]) => runCardTask(control(), errand),
  };
}
