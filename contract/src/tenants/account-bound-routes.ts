import type { BoundedNoun } from './account-bounds.ts';

/** What a console route creates: bounded objects, or the reason why nothing accumulates. */
type Makes = readonly BoundedNoun[] | string;

const settings = 'changes one existing row';
const ends = 'ends or removes an existing object';
const one = 'each account has at most one';

/**
 * All console routes below `/api/console` that change something, with the objects they create. Each change also adds an audit log entry and
 * counts against the limits of the person and the account.
 */
export const accountBoundRoutes: Readonly<Record<string, Makes>> = {
  'POST /accounts': 'opens one account for a person without one',
  'POST /invitations/accept': 'ends the invitation, which was counted with the members',
  'POST /contact-proofs': ends,
  'PUT /news-mail': 'sets or removes one mark of the mailbox that the mail came to',
  'PATCH /accounts/:accountId': settings,
  'POST /accounts/:accountId/contact-proof': `${one} proof; mails are bounded by the day`,
  'POST /accounts/:accountId/data-exports': ['accountData'],
  'DELETE /accounts/:accountId/data-exports/:exportId': ends,
  'POST /accounts/:accountId/closing': `${one} closing`,
  'DELETE /accounts/:accountId/closing': ends,
  'PATCH /accounts/:accountId/members/:userId': settings,
  'DELETE /accounts/:accountId/members/:userId': ends,
  'POST /accounts/:accountId/leave': ends,
  'POST /accounts/:accountId/invitations': ['members', 'invitationsMade'],
  'DELETE /accounts/:accountId/invitations/:invitationId': ends,
  'POST /accounts/:accountId/keys': ['keys', 'keysMade', 'allowLists'],
  'PATCH /accounts/:accountId/keys/:keyId': ['allowLists'],
  'DELETE /accounts/:accountId/keys/:keyId': ends,
  'POST /accounts/:accountId/keys/:keyId/reset': ['keysMade'],
  'POST /accounts/:accountId/keys/:keyId/lend': 'the value is in memory for a quarter of an hour, and bounded there',
  'PATCH /accounts/:accountId/billing': settings,
  'POST /accounts/:accountId/sub-accounts': ['subAccounts', 'subAccountsMade', 'allowLists'],
  'PATCH /accounts/:accountId/sub-accounts/:subAccountId': ['allowLists'],
  'DELETE /accounts/:accountId/sub-accounts/:subAccountId': ends,
  'POST /accounts/:accountId/exports': ['exports'],
  'DELETE /accounts/:accountId/exports/:exportId': ends,
  'POST /accounts/:accountId/notices/:noticeId/read': settings,
  'POST /accounts/:accountId/notices/read': settings,
  'POST /accounts/:accountId/orders': ['openOrders', 'ordersMade'],
  'POST /accounts/:accountId/orders/:orderId/prepare': settings,
  'PATCH /accounts/:accountId/auto-top-up': `${one} setting`,
  'POST /accounts/:accountId/auto-top-up/card': `${one} card, saved at most ten times an hour`,
  'POST /accounts/:accountId/auto-top-up/card/check': settings,
  'DELETE /accounts/:accountId/auto-top-up/card': ends,
  'POST /accounts/:accountId/redemptions': 'takes up a code that an operator made; wrong ones are counted in memory by address',
  'POST /accounts/:accountId/payouts': ['payouts'],
  'POST /accounts/:accountId/payouts/:payoutId/withdraw': ends,
  'POST /accounts/:accountId/invoices': ['invoices'],
  'POST /accounts/:accountId/invoices/:invoiceId/withdraw': ends,
  'POST /accounts/:accountId/invoices/:invoiceId/reversal': settings,
  'POST /accounts/:accountId/invoice-titles': ['invoiceTitles'],
  'PUT /accounts/:accountId/invoice-titles/:titleId': settings,
  'DELETE /accounts/:accountId/invoice-titles/:titleId': ends,
  'POST /accounts/:accountId/verification': ['verifications'],
  'PUT /accounts/:accountId/verification/licence': 'the one file of the verification that waits for it',
  'DELETE /accounts/:accountId/verification': ends,
  'PATCH /accounts/:accountId/alert-settings': `${one} setting`,
  'POST /accounts/:accountId/webhooks': ['webhooks'],
  'PATCH /accounts/:accountId/webhooks/:webhookId': settings,
  'DELETE /accounts/:accountId/webhooks/:webhookId': ends,
  'POST /accounts/:accountId/webhooks/:webhookId/test': ['webhookTests'],
  'POST /accounts/:accountId/webhooks/:webhookId/deliveries/:deliveryId/resend': settings,
  'POST /accounts/:accountId/service-requests': ['serviceRequests'],
  'POST /accounts/:accountId/service-requests/:requestId/withdraw': ends,
  'POST /accounts/:accountId/service-requests/:requestId/contracts': ['contractBytes'],
};
