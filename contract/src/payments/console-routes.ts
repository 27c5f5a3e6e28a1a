import { accountParams } from '../tenants/account.ts';
import { autoTopUpAnswer, patchAutoTopUpRequest, savingAnswer } from './auto-top-up.ts';
import {
  createOrderRequest,
  orderAnswer,
  orderList,
  orderParams,
  ordersQuery,
  redeemRequest,
  redemptionAnswer,
  redemptionList,
  topUpOffer,
} from './console-orders.ts';
import { payoutAnswer, payoutList, payoutOffer, payoutParams, payoutRequest, payoutsQuery } from './console-payouts.ts';
import { onceDescription } from '../once-descriptions.ts';
import { describeRoutes } from '../route.ts';
import { paymentsPaths } from './console-paths.ts';

export const paymentsRoutes = describeRoutes(paymentsPaths, {
  readAutoTopUp: {
    tags: ['Console: top-up'],
    summary: 'Read automatic top-up',
    params: accountParams,
    answer: autoTopUpAnswer,
  },
  changeAutoTopUp: {
    tags: ['Console: top-up'],
    summary: 'Change automatic top-up',
    description:
      'Omitted fields keep their values. When the balance falls below `threshold`, `amount` is charged to the saved card within about a minute. Three declined charges in a row turn automatic top-up off.',
    params: accountParams,
    body: patchAutoTopUpRequest,
    answer: autoTopUpAnswer,
    refusals: ['auto_top_up_changed', 'closing_account_tops_up_nothing', 'no_saved_card'],
  },
  beginCardSaving: {
    tags: ['Console: top-up'],
    summary: 'Start saving a card',
    description:
      'You enter the card at the payment service; only the displayed digits are stored here. A new card replaces the old one.',
    params: accountParams,
    answer: savingAnswer,
    status: 201,
    refusals: ['card_savings_this_hour', 'closing_account_tops_up_nothing', 'no_method_saves_cards', 'payment_service_silent'],
  },
  checkCardSaving: {
    tags: ['Console: top-up'],
    summary: 'Check whether a card was saved',
    description: 'For users who return from the payment service before it reports the result.',
    params: accountParams,
    answer: autoTopUpAnswer,
    refusals: ['payment_service_silent'],
  },
  removeSavedCard: {
    tags: ['Console: top-up'],
    summary: 'Remove the saved card',
    description: 'Turns automatic top-up off and deletes the card at the payment service.',
    params: accountParams,
    answer: autoTopUpAnswer,
    refusals: ['auto_top_up_changed'],
  },
  readTopUp: {
    tags: ['Console: top-up'],
    summary: 'Read the payment methods of an account',
    params: accountParams,
    answer: topUpOffer,
  },
  createOrder: {
    tags: ['Console: top-up'],
    summary: 'Create a top-up order',
    description: `See \`step\` for how to pay. An order expires after two hours, or seven days for bank transfers; later payments are still credited. ${onceDescription}`,
    params: accountParams,
    body: createOrderRequest,
    answer: orderAnswer,
    status: 201,
    refusals: ['closing_account_orders_nothing', 'orders_today', 'unpaid_orders_full'],
  },
  listOrders: {
    tags: ['Console: top-up'],
    summary: 'List orders',
    description: 'Newest first.',
    params: accountParams,
    query: ordersQuery,
    answer: orderList,
  },
  readOrder: { tags: ['Console: top-up'], summary: 'Read an order', params: orderParams, answer: orderAnswer },
  checkOrder: {
    tags: ['Console: top-up'],
    summary: 'Ask the payment service again',
    description: 'For an order without a `step` because the payment service did not respond.',
    params: orderParams,
    answer: orderAnswer,
    refusals: ['order_over', 'order_pays_itself'],
  },
  readPayoutOffer: {
    tags: ['Console: returns'],
    summary: 'Read the refundable amount',
    description:
      'Paid money neither used nor reserved for running calls, at most the balance. Trial and goodwill credits are not refundable.',
    params: accountParams,
    answer: payoutOffer,
  },
  requestPayout: {
    tags: ['Console: returns'],
    summary: 'Request a refund',
    description: `The amount stays in the balance and can be used until an operator approves. Only one request can wait at a time. ${onceDescription}`,
    params: accountParams,
    body: payoutRequest,
    answer: payoutAnswer,
    status: 201,
    refusals: ['refund_exceeded', 'refund_waits', 'refunds_this_month'],
  },
  listPayouts: {
    tags: ['Console: returns'],
    summary: 'List refunds',
    description: 'Refunds requested by members or made by the operator, newest first.',
    params: accountParams,
    query: payoutsQuery,
    answer: payoutList,
  },
  readPayout: { tags: ['Console: returns'], summary: 'Read a refund', params: payoutParams, answer: payoutAnswer },
  withdrawPayout: {
    tags: ['Console: returns'],
    summary: 'Withdraw a refund request',
    description: 'Possible until it is approved.',
    params: payoutParams,
    answer: payoutAnswer,
    refusals: ['refund_just_decided', 'refund_not_endable'],
  },
  listRedemptions: {
    tags: ['Console: top-up'],
    summary: 'List redeemed codes',
    description: 'The newest 100.',
    params: accountParams,
    answer: redemptionList,
  },
  redeemCode: {
    tags: ['Console: top-up'],
    summary: 'Redeem a code',
    description: `A code works once. 20 wrong codes in a minute block the address for a while. ${onceDescription}`,
    params: accountParams,
    body: redeemRequest,
    answer: redemptionAnswer,
    status: 201,
    refusals: [
      'closing_account_redeems_nothing',
      'code_expired',
      'code_redeemed',
      'code_withdrawn',
      'codes_wrong',
      'no_such_code',
    ],
  },
});
