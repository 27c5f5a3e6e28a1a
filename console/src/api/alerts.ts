import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type AlertSettings = components['schemas']['AlertSettings'];
export type Webhook = components['schemas']['Webhook'];

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
