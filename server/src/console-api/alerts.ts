import { accountParams } from '@tollgate/contract/console/account';
import { robotTestAnswer } from '@tollgate/contract/admin/robots';
import {
  alertSettingsAnswer,
  createdWebhookAnswer,
  patchAlertSettingsRequest,
  patchWebhookRequest,
  webhookAnswer,
  webhookDeliveriesQuery,
  webhookDeliveryParams,
  webhookDeliveryList,
  webhookList,
  webhookParams,
  webhookRequest,
  type AlertSettingsAnswer,
  type WebhookAnswer,
  type WebhookDeliveryAnswer,
} from '@tollgate/contract/console/alerts';
import { namePlaces, readPage } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import type { AlertSettings, Webhook, WebhookDelivery } from '../control/alert-ports.ts';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  patchAlertSettings,
  patchWebhook,
  readAlertSettings,
  removeWebhook,
  resendWebhook,
  testWebhook,
  type WebhookPlace,
} from '../control/alerts.ts';
import { impersonationOf } from '../control/impersonation.ts';
import { showCap } from '../control/amounts.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf, signedInOf } from './who-asks.ts';

const tags = ['Console: messages'];
const settingsPath = `${accountPath}/alert-settings`;
const listPath = `${accountPath}/webhooks`;
const onePath = `${listPath}/:webhookId`;
const places = namePlaces(({ id }: WebhookDelivery) => id);

function settingsView({ lowBalance, capMail }: AlertSettings): AlertSettingsAnswer {
  return { low_balance: showCap(lowBalance), cap_mail: capMail };
}

function webhookView({ id, url, events, enabled, failingSinceMs, createdAtMs }: Webhook): WebhookAnswer {
  const times = { failing_since: showTimeOrNull(failingSinceMs), created_at: showTime(createdAtMs) };
  return { id, url, events: [...events], enabled, ...times };
}

/** An address may hold what lets anybody write there, in its path, its query or before its host. */
function withoutToken(url: string): string {
  return `https://${new URL(url).host}/…`;
}

function deliveryView({ id, event, state, attempts, status, lastError, ...at }: WebhookDelivery): WebhookDeliveryAnswer {
  const times = { created_at: showTime(at.createdAtMs), tried_at: showTimeOrNull(at.triedAtMs) };
  return { id, event, state, attempts, status, last_error: lastError, ...times, next_try: showTimeOrNull(at.nextTryMs) };
}

function placeOf({ accountId, webhookId }: { readonly accountId: string; readonly webhookId: string }): WebhookPlace {
  return { accountId, id: webhookId };
}

function settings(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    settingsPath,
    {
      config: { who: 'notices.read' },
      schema: {
        tags,
        summary: 'Read what the account is told of',
        params: accountParams,
        response: answers(alertSettingsAnswer),
      },
    },
    async (request) => settingsView(await readAlertSettings(control, principalOf(request), request.params.accountId)),
  );

  app.patch(
    settingsPath,
    {
      config: { who: 'account.write' },
      schema: {
        tags,
        summary: 'Set what the account is told of',
        description: 'Fields that are left out stay.',
        params: accountParams,
        body: patchAlertSettingsRequest,
        response: answers(alertSettingsAnswer),
      },
    },
    async (request) =>
      settingsView(await patchAlertSettings(control, principalOf(request), request.params.accountId, request.body)),
  );
}

function list(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    listPath,
    {
      config: { who: 'account.write' },
      schema: {
        tags,
        summary: 'List webhooks',
        description: 'Operators who look at the account see the host of an address only.',
        params: accountParams,
        response: answers(webhookList),
      },
    },
    async (request) => {
      const webhooks = await listWebhooks(control, principalOf(request), request.params.accountId);
      const isLooking = (await impersonationOf(control, signedInOf(request).person.id)) !== null;
      const data = webhooks.map(webhookView).map((view) => (isLooking ? { ...view, url: withoutToken(view.url) } : view));
      return { data, next: null };
    },
  );

  app.post(
    listPath,
    {
      config: { who: 'account.write' },
      schema: {
        tags,
        summary: 'Add a webhook',
        description:
          'What the account is told of is posted to it as JSON. `x-tollgate-signature: t=<s>,v1=<hex>` is HMAC-SHA256 with the secret over `<s>.<body>`. At most 5; redirects are not followed, and an answer in 10 s with a 2xx is a success.',
        params: accountParams,
        body: webhookRequest,
        response: answers(createdWebhookAnswer, 201),
      },
    },
    async (request, reply) => {
      const { webhook, secret } = await createWebhook(control, principalOf(request), request.params.accountId, request.body);
      return reply.code(201).send({ ...webhookView(webhook), secret });
    },
  );
}

function deliveries(app: TypedApp, { control }: ConsoleDeps): void {
  const config = { who: 'account.write' } as const;
  app.get(
    `${onePath}/deliveries`,
    {
      config,
      schema: {
        tags,
        summary: 'List what was sent to a webhook',
        description: 'Newest first.',
        params: webhookParams,
        querystring: webhookDeliveriesQuery,
        response: answers(webhookDeliveryList),
      },
    },
    async (request) => {
      const load = await listWebhookDeliveries(control, principalOf(request), placeOf(request.params));
      const { rows, next } = await readPage({ query: request.query, places, load });
      return { data: rows.map(deliveryView), next };
    },
  );

  app.post(
    `${onePath}/deliveries/:deliveryId/resend`,
    {
      config,
      schema: {
        tags,
        summary: 'Send an event to a webhook once more',
        description: 'At once, and the same as before, with the same `id`. What is tried again by itself still is.',
        params: webhookDeliveryParams,
        response: answers(robotTestAnswer),
      },
    },
    async (request) => {
      const { deliveryId, ...place } = request.params;
      const fault = await resendWebhook(control, principalOf(request), { ...placeOf(place), deliveryId });
      return { ok: fault === null, fault };
    },
  );
}

function one(app: TypedApp, { control }: ConsoleDeps): void {
  const config = { who: 'account.write' } as const;
  app.patch(
    onePath,
    {
      config,
      schema: {
        tags,
        summary: 'Change a webhook, or turn it on or off',
        params: webhookParams,
        body: patchWebhookRequest,
        response: answers(webhookAnswer),
      },
    },
    async (request) => webhookView(await patchWebhook(control, principalOf(request), placeOf(request.params), request.body)),
  );

  app.delete(
    onePath,
    { config, schema: { tags, summary: 'Remove a webhook', params: webhookParams, response: answers(webhookAnswer) } },
    async (request) => webhookView(await removeWebhook(control, principalOf(request), placeOf(request.params))),
  );

  app.post(
    `${onePath}/test`,
    { config, schema: { tags, summary: 'Try a webhook out', params: webhookParams, response: answers(robotTestAnswer) } },
    async (request) => {
      const fault = await testWebhook(control, principalOf(request), placeOf(request.params));
      return { ok: fault === null, fault };
    },
  );
}

/** What an account is told of, and the addresses of its own to which that is sent. */
export const alertsResource: ConsoleResource = (app, deps) => {
  settings(app, deps);
  list(app, deps);
  one(app, deps);
  deliveries(app, deps);
};
