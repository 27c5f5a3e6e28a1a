import { robotTestAnswer } from './robots.ts';
import { accountParams } from '../tenants/account.ts';
import {
  alertSettingsAnswer,
  createdWebhookAnswer,
  patchAlertSettingsRequest,
  patchWebhookRequest,
  webhookAnswer,
  webhookDeliveriesQuery,
  webhookDeliveryList,
  webhookDeliveryParams,
  webhookList,
  webhookParams,
  webhookRequest,
} from './alerts.ts';
import { noticeParams, ownNoticeList, ownNoticesQuery, readNoticesAnswer, readNoticesRequest, unreadAnswer } from './notices.ts';
import { noticeRetentionDays } from '../calls/retention.ts';
import { describeRoutes } from '../route.ts';
import { noticesPaths } from './console-paths.ts';

export const noticesRoutes = describeRoutes(noticesPaths, {
  readAlertSettings: {
    tags: ['Console: messages'],
    summary: 'Read what the account is told of',
    params: accountParams,
    answer: alertSettingsAnswer,
  },
  changeAlertSettings: {
    tags: ['Console: messages'],
    summary: 'Set what the account is told of',
    description: 'Fields that are left out stay.',
    params: accountParams,
    body: patchAlertSettingsRequest,
    answer: alertSettingsAnswer,
  },
  listWebhooks: {
    tags: ['Console: messages'],
    summary: 'List webhooks',
    description: 'Operators who look at the account see the host of an address only.',
    params: accountParams,
    answer: webhookList,
  },
  createWebhook: {
    tags: ['Console: messages'],
    summary: 'Add a webhook',
    description:
      'What the account is told of is posted to it as JSON. `x-tollgate-signature: t=<s>,v1=<hex>` is HMAC-SHA256 with the secret over `<s>.<body>`. At most 5; redirects are not followed, and an answer in 10 s with a 2xx is a success.',
    params: accountParams,
    body: webhookRequest,
    answer: createdWebhookAnswer,
    status: 201,
    refusals: ['webhooks_full'],
  },
  listWebhookDeliveries: {
    tags: ['Console: messages'],
    summary: 'List what was sent to a webhook',
    description: 'Newest first.',
    params: webhookParams,
    query: webhookDeliveriesQuery,
    answer: webhookDeliveryList,
  },
  resendWebhookDelivery: {
    tags: ['Console: messages'],
    summary: 'Send an event to a webhook once more',
    description: 'At once, and the same as before, with the same `id`. What is tried again by itself still is.',
    params: webhookDeliveryParams,
    answer: robotTestAnswer,
    refusals: ['webhook_test_runs', 'webhook_tests_this_minute'],
  },
  changeWebhook: {
    tags: ['Console: messages'],
    summary: 'Change a webhook, or turn it on or off',
    params: webhookParams,
    body: patchWebhookRequest,
    answer: webhookAnswer,
  },
  removeWebhook: { tags: ['Console: messages'], summary: 'Remove a webhook', params: webhookParams, answer: webhookAnswer },
  testWebhook: {
    tags: ['Console: messages'],
    summary: 'Try a webhook out',
    params: webhookParams,
    answer: robotTestAnswer,
    refusals: ['webhook_test_runs', 'webhook_tests_this_minute', 'webhook_tests_today'],
  },
  listNotices: {
    tags: ['Console: messages'],
    summary: 'Read messages',
    description: `Newest first. Messages are kept for ${String(noticeRetentionDays)} days.`,
    params: accountParams,
    query: ownNoticesQuery,
    answer: ownNoticeList,
  },
  countUnreadNotices: {
    tags: ['Console: messages'],
    summary: 'Count unread messages',
    params: accountParams,
    answer: unreadAnswer,
  },
  followNotices: {
    tags: ['Console: messages'],
    summary: 'Follow messages',
    description:
      'Server-sent events: `notice` with a message as in the list, its id as `id`, a comment every 15 s. It ends every 5 minutes; browsers come again by themselves and miss nothing.',
    params: accountParams,
    refusals: ['pages_listening_full'],
  },
  markNoticeRead: {
    tags: ['Console: messages'],
    summary: 'Mark a message as read',
    params: noticeParams,
    answer: readNoticesAnswer,
  },
  markNoticesRead: {
    tags: ['Console: messages'],
    summary: 'Mark all messages as read',
    params: accountParams,
    body: readNoticesRequest.nullish(),
    answer: readNoticesAnswer,
  },
});
