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
    summary: 'Read alert settings',
    params: accountParams,
    answer: alertSettingsAnswer,
  },
  changeAlertSettings: {
    tags: ['Console: messages'],
    summary: 'Change alert settings',
    description: 'Omitted fields keep their values.',
    params: accountParams,
    body: patchAlertSettingsRequest,
    answer: alertSettingsAnswer,
  },
  listWebhooks: {
    tags: ['Console: messages'],
    summary: 'List webhooks',
    description: 'Operators who view the account see only the host of an address.',
    params: accountParams,
    answer: webhookList,
  },
  createWebhook: {
    tags: ['Console: messages'],
    summary: 'Add a webhook',
    description:
      'The service posts events as JSON. `x-tollgate-signature: t=<s>,v1=<hex>` is the HMAC-SHA256 of `<s>.<body>` with the secret. A delivery needs a 2xx response within 10 s; redirects are not followed. An account can have 5 webhooks.',
    params: accountParams,
    body: webhookRequest,
    answer: createdWebhookAnswer,
    status: 201,
    refusals: ['webhooks_full'],
  },
  listWebhookDeliveries: {
    tags: ['Console: messages'],
    summary: 'List the deliveries of a webhook',
    description: 'Newest first.',
    params: webhookParams,
    query: webhookDeliveriesQuery,
    answer: webhookDeliveryList,
  },
  resendWebhookDelivery: {
    tags: ['Console: messages'],
    summary: 'Resend an event to a webhook',
    description: 'Sends the same content with the same `id` at once. Scheduled retries are not affected.',
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
    summary: 'Test a webhook',
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
      'Server-sent events: `notice` with a message as in the list, its id as `id`, and a comment every 15 s. The stream ends after 5 minutes; browsers reconnect without losing messages.',
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
