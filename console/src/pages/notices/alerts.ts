import { queryOptions } from '@tanstack/react-query';
import type { AlertSettingsAnswer, WebhookAnswer, WebhookDeliveryAnswer } from '@tollgate/contract/notices/alerts';
import { noticesApi } from '../../api/clients/notices.ts';

export type AlertSettings = AlertSettingsAnswer;
export type Webhook = WebhookAnswer;
export type WebhookDelivery = WebhookDeliveryAnswer;

const shownDeliveries = '20';
const lookEveryMs = 5000;

export const alertSettingsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'alert-settings'],
    queryFn: () => noticesApi.readAlertSettings({ params: { accountId } }),
  });

export const webhooksQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'webhooks'],
    queryFn: async () => (await noticesApi.listWebhooks({ params: { accountId } })).data,
  });

/** Deliveries to a webhook, newest first; refreshed while one waits for a retry. */
export const deliveriesQuery = (accountId: string, webhookId: string) =>
  queryOptions({
    queryKey: [...webhooksQuery(accountId).queryKey, webhookId],
    queryFn: async () => {
      const query = { limit: shownDeliveries };
      return (await noticesApi.listWebhookDeliveries({ params: { accountId, webhookId }, query })).data;
    },
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'waiting') === true ? lookEveryMs : false),
  });
