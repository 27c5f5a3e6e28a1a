/** Ways to pay; those that the operator has set up and switched on are offered. */
export const paymentMethodNames = ['alipay', 'wechat', 'stripe', 'bank', 'epay'] as const;
export type PaymentMethodName = (typeof paymentMethodNames)[number];

/**
 * `mismatch`: a different amount has arrived, and an operator decides. `refunding`, `partly_refunded`, `refunded`: the payment is being
 * refunded, or was refunded in part or as a whole.
 */
export const orderStates = ['open', 'paid', 'closed', 'mismatch', 'refunding', 'partly_refunded', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

/** `credited`; `surplus`: the order was paid before; `mismatch`: a different amount or currency; `returned`: refunded outside. */
export const paymentStates = ['credited', 'surplus', 'mismatch', 'returned'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** `top_up`: by a person; `auto`: because the balance fell; `check`: an operator tests a method, no account gets anything. */
export const orderPurposes = ['top_up', 'auto', 'check'] as const;
export type OrderPurpose = (typeof orderPurposes)[number];

/**
 * Why a saved card was not charged. `authentication_required`: its bank requires its holder's confirmation; `card_gone`: the service no longer
 * knows the card; `service_away`: the service was unreachable for too long; `called_off`: the charge was not begun any more.
 */
export const chargeFaults = [
  'declined',
  'insufficient_funds',
  'authentication_required',
  'expired_card',
  'card_gone',
  'service_away',
  'called_off',
] as const;
export type ChargeFault = (typeof chargeFaults)[number];

/**
 * How far money is that leaves an account again. `approved`: it has left the balance; `sent`: all of it is on its way; `confirmed`: all
 * of it has arrived; `failed`: what could not be sent is back in the balance.
 */
export const payoutStates = ['requested', 'approved', 'sent', 'confirmed', 'rejected', 'withdrawn', 'failed'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** `request`: by members of the account; `refund`: an operator refunds one payment. */
export const payoutKinds = ['request', 'refund'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

/**
 * How far one part of it is, which goes back to one payment or to a bank account. `asked`: whether the payment service has taken it is
 * not known yet; `failed`: it refused, and an operator has to do something; `dropped`: it goes another way.
 */
export const payoutPartStates = ['waiting', 'asked', 'sent', 'done', 'failed', 'dropped'] as const;
export type PayoutPartState = (typeof payoutPartStates)[number];
