export const orderQueue = 'orders';

/**
 * Delays after which a payment service is asked whether an order was paid, because its report may never arrive. It is asked once more when
 * the order expires.
 */
export const orderQuestionsMs: readonly number[] = [2 * 60_000, 10 * 60_000, 30 * 60_000];
