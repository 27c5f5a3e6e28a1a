import type { RoutePaths } from '../route.ts';

export const noticesPaths = {
  readAlertSettings: { method: 'GET', path: '/api/console/accounts/:accountId/alert-settings', who: 'notices.read' },
  changeAlertSettings: { method: 'PATCH', path: '/api/console/accounts/:accountId/alert-settings', who: 'account.write' },
  listWebhooks: { method: 'GET', path: '/api/console/accounts/:accountId/webhooks', who: 'account.write' },
  createWebhook: { method: 'POST', path: '/api/console/accounts/:accountId/webhooks', who: 'account.write' },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/webhooks/:webhookId/deliveries',
    who: 'account.write',
  },
  resendWebhookDelivery: {
    method: 'POST',
    path: '/api/console/accounts/:accountId/webhooks/:webhookId/deliveries/:deliveryId/resend',
    who: 'account.write',
  },
  changeWebhook: { method: 'PATCH', path: '/api/console/accounts/:accountId/webhooks/:webhookId', who: 'account.write' },
  removeWebhook: { method: 'DELETE', path: '/api/console/accounts/:accountId/webhooks/:webhookId', who: 'account.write' },
  testWebhook: { method: 'POST', path: '/api/console/accounts/:accountId/webhooks/:webhookId/test', who: 'account.write' },
  listNotices: { method: 'GET', path: '/api/console/accounts/:accountId/notices', who: 'notices.read' },
  countUnreadNotices: { method: 'GET', path: '/api/console/accounts/:accountId/notices/unread', who: 'notices.read' },
  followNotices: { method: 'GET', path: '/api/console/accounts/:accountId/notices/stream', kind: 'events', who: 'notices.read' },
  markNoticeRead: { method: 'POST', path: '/api/console/accounts/:accountId/notices/:noticeId/read', who: 'notices.read' },
  markNoticesRead: { method: 'POST', path: '/api/console/accounts/:accountId/notices/read', who: 'notices.read' },
} as const satisfies RoutePaths;
