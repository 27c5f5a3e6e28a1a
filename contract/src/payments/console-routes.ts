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
    summary: 'Read how the account is topped up automatically',
    params: accountParams,
    answer: autoTopUpAnswer,
  },
  changeAutoTopUp: {
    tags: ['Console: top-up'],
    summary: 'Set how the account is topped up automatically',
    description:
      'Fields that are left out stay. Once it is on and the balance is below `threshold`, `amount` is charged to the saved card within about a minute. Refused three times in a row it is switched off.',
    params: accountParams,
    body: patchAutoTopUpRequest,
    answer: autoTopUpAnswer,
    refusals: ['auto_top_up_changed', 'closing_account_tops_up_nothing', 'no_saved_card'],
  },
  beginCardSaving: {
    tags: ['Console: top-up'],
    summary: 'Begin to save a card',
    description:
      'The card is entered at the payment service, and only what is shown of it is kept here. It replaces the one before.',
    params: accountParams,
    answer: savingAnswer,
    status: 201,
    refusals: ['card_savings_this_hour', 'closing_account_tops_up_nothing', 'no_method_saves_cards', 'payment_service_silent'],
  },
  checkCardSaving: {
    tags: ['Console: top-up'],
    summary: 'Ask whether a card was saved',
    description: 'For whoever comes back from the payment service before its report does.',
    params: accountParams,
    answer: autoTopUpAnswer,
    refusals: ['payment_service_silent'],
  },
  removeSavedCard: {
    tags: ['Console: top-up'],
    summary: 'Remove the saved card',
    description: 'Automatic top-up is switched off, and the payment service forgets the card.',
    params: accountParams,
    answer: autoTopUpAnswer,
    refusals: ['auto_top_up_changed'],
  },
  readTopUp: {
    tags: ['Console: top-up'],
    summary: 'Read how an account can be topped up',
    params: accountParams,
    answer: topUpOffer,
  },
  createOrder: {
    tags: ['Console: top-up'],
    summary: 'Make an order to top up',
    description: `\`step\` says what is to be done to pay. It can be paid for two hours, by bank transfer for seven days; what comes later is credited all the same. ${onceDescription}`,
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
    description: 'For an order whose `step` is `null` because the service could not be asked.',
    params: orderParams,
    answer: orderAnswer,
    refusals: ['order_over', 'order_pays_itself'],
  },
  readPayoutOffer: {
    tags: ['Console: returns'],
    summary: 'Read what can be returned',
    description:
      'Paid money that is neither used nor set aside for running calls, at most the balance. Trial credit and gifts are not returned.',
    params: accountParams,
    answer: payoutOffer,
  },
  requestPayout: {
    tags: ['Console: returns'],
    summary: 'Ask for money back',
    description: `It stays in the balance, and can be used, until an operator approves. One request waits at a time. ${onceDescription}`,
    params: accountParams,
    body: payoutRequest,
    answer: payoutAnswer,
    status: 201,
    refusals: ['refund_exceeded', 'refund_waits', 'refunds_this_month'],
  },
  listPayouts: {
    tags: ['Console: returns'],
    summary: 'List returns',
    description: 'Money that was asked back, or that the operator gave back; newest first.',
    params: accountParams,
    query: payoutsQuery,
    answer: payoutList,
  },
  readPayout: { tags: ['Console: returns'], summary: 'Read a return', params: payoutParams, answer: payoutAnswer },
  withdrawPayout: {
    tags: ['Console: returns'],
    summary: 'Withdraw a request for money back',
    description: 'Until it is approved.',
    params: payoutParams,
    answer: payoutAnswer,
    refusals: ['refund_just_decided', 'refund_not_endable'],
  },
  listRedemptions: {
    tags: ['Console: top-up'],
    summary: 'List redeemed codes',
    description: 'The newest hundred.',
    params: accountParams,
    answer: redemptionList,
  },
  redeemCode: {
    tags: ['Console: top-up'],
    summary: 'Redeem a code',
    description: `Each gives its credit once. After 20 wrong ones in a minute from one address there is a pause. ${onceDescription}`,
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
