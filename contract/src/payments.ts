/** Ways to pay; those that the operator has set up and switched on are offered. */
export const paymentMethodNames = ['alipay', 'wechat', 'stripe', 'bank', 'epay'] as const;
export type PaymentMethodName = (typeof paymentMethodNames)[number];

/**
 * `mismatch`: another amount than asked for has arrived, and an operator decides. `refunding`, `refunded`: what was paid goes back, or
 * has gone back as a whole.
 */
export const orderStates = ['open', 'paid', 'closed', 'mismatch', 'refunding', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

/** `credited`; `surplus`: the order was paid before; `mismatch`: not what was asked for; `returned`: given back outside. */
export const paymentStates = ['credited', 'surplus', 'mismatch', 'returned'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** `top_up`: by somebody; `auto`: because the balance fell; `check`: an operator tries a method, no account gets anything. */
export const orderPurposes = ['top_up', 'auto', 'check'] as const;
export type OrderPurpose = (typeof orderPurposes)[number];
