export const orderQueue = 'orders';

/** After how long a payment service is asked whether an order was paid: its report may never come. And once more when the order ends. */
export const orderQuestionsMs: readonly number[] = [2 * 60_000, 10 * 60_000, 30 * 60_000];
