/** Payment methods. Users are offered the ones that the operator has set up and enabled. */
export const paymentMethodNames = ['alipay', 'wechat', 'stripe', 'bank', 'epay'] as const;
export type PaymentMethodName = (typeof paymentMethodNames)[number];

/**
 * `mismatch`: a different amount was received, and an operator decides. `refunding`: a refund is in progress. `partly_refunded`,
 * `refunded`: part or all of the payment was refunded.
 */
export const orderStates = ['open', 'paid', 'closed', 'mismatch', 'refunding', 'partly_refunded', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

/** `surplus`: the order was already paid. `mismatch`: a different amount or currency. `returned`: refunded outside this service. */
export const paymentStates = ['credited', 'surplus', 'mismatch', 'returned'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** `top_up`: paid by a person. `auto`: triggered by a low balance. `check`: an operator tests a method, and no account is credited. */
export const orderPurposes = ['top_up', 'auto', 'check'] as const;
export type OrderPurpose = (typeof orderPurposes)[number];

/**
 * Why a saved card was not charged. `authentication_required`: the bank requires confirmation by the cardholder. `card_gone`: the payment
 * service no longer knows the card. `service_away`: the payment service was unreachable for too long. `called_off`: the charge was canceled
 * before it started.
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
 * Progress of a payout. `approved`: the amount has left the balance. `sent`: all of it is on its way. `confirmed`: all of it has arrived.
 * `failed`: the amount that could not be sent is back in the balance.
 */
export const payoutStates = ['requested', 'approved', 'sent', 'confirmed', 'rejected', 'withdrawn', 'failed'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** `request`: requested by members of the account. `refund`: an operator refunds one payment. */
export const payoutKinds = ['request', 'refund'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

/**
 * Progress of one part of a payout, which goes to one payment or one bank account. `asked`: it is unknown whether the payment service has
 * accepted it. `failed`: the payment service refused, and an operator must act. `dropped`: this part is canceled; its amount goes to
 * another part or back to the balance.
 */
export const payoutPartStates = ['waiting', 'asked', 'sent', 'done', 'failed', 'dropped'] as const;
export type PayoutPartState = (typeof payoutPartStates)[number];
