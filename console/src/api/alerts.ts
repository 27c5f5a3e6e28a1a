import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type AlertSettings = components['schemas']['AlertSettings'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];

const shownDeliveries = '20';
const lookEveryMs = 5000;

export const alertSettingsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'alert-settings'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/alert-settings', { params: { path: { accountId } } })),
  });

export const webhooksQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'webhooks'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/console/accounts/{accountId}/webhooks', { params: { path: { accountId } } }))).data,
  });

/** What was sent to a webhook, the newest first; looked at again while something waits to be tried anew. */
export const deliveriesQuery = (accountId: string, webhookId: string) =>
  queryOptions({
    queryKey: [...webhooksQuery(accountId).queryKey, webhookId],
    queryFn: async () => {
      const params = { path: { accountId, webhookId }, query: { limit: shownDeliveries } };
      return (await answerOf(api.GET('/api/console/accounts/{accountId}/webhooks/{webhookId}/deliveries', { params }))).data;
    },
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'waiting') === true ? lookEveryMs : false),
  });
