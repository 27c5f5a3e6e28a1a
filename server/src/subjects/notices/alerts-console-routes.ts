import { noticesRoutes } from '@tollgate/contract/notices/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { AlertSettingsAnswer, WebhookAnswer, WebhookDeliveryAnswer } from '@tollgate/contract/notices/alerts';
import { namePlaces, readPage } from '../../control-http/paging.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import type { AlertSettings, Webhook, WebhookDelivery } from './alert-ports.ts';
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
} from './alerts.ts';
import { impersonationOf } from '../../control/impersonated.ts';
import { showCap } from '../../control/amounts.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf, signedInOf } from '../../console-api/request-principal.ts';
import { readFault } from './read-fault.ts';
const places = namePlaces(({ id }: WebhookDelivery) => id);

function settingsView({ lowBalance, capMail }: AlertSettings): AlertSettingsAnswer {
  return { low_balance: showCap(lowBalance), cap_mail: capMail };
}

function webhookView({ id, url, events, enabled, failingSinceMs, createdAtMs }: Webhook): WebhookAnswer {
  const times = { failing_since: showTimeOrNull(failingSinceMs), created_at: showTime(createdAtMs) };
  return { id, url, events: [...events], enabled, ...times };
}

/** Removes path, query and user info of an address, which may contain a secret that allows sending to it. */
function withoutToken(url: string): string {
  return `https://${new URL(url).host}/…`;
}

function deliveryView({ id, event, state, attempts, status, lastError, ...at }: WebhookDelivery): WebhookDeliveryAnswer {
  const times = { created_at: showTime(at.createdAtMs), tried_at: showTimeOrNull(at.triedAtMs) };
  return {
    id,
    event,
    state,
    attempts,
    status,
    last_error: lastError,
    last_fault: readFault(lastError),
    ...times,
    next_try: showTimeOrNull(at.nextTryMs),
  };
}

function placeOf({ accountId, webhookId }: { readonly accountId: string; readonly webhookId: string }): WebhookPlace {
  return { accountId, id: webhookId };
}

function settings(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, noticesRoutes.readAlertSettings, async (request) =>
    settingsView(await readAlertSettings(control, principalOf(request), request.params.accountId)),
  );

  addRoute(app, noticesRoutes.changeAlertSettings, async (request) =>
    settingsView(await patchAlertSettings(control, principalOf(request), request.params.accountId, request.body)),
  );
}

function list(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, noticesRoutes.listWebhooks, async (request) => {
    const webhooks = await listWebhooks(control, principalOf(request), request.params.accountId);
    const isLooking = (await impersonationOf(control, signedInOf(request).person.id)) !== null;
    const data = webhooks.map(webhookView).map((view) => (isLooking ? { ...view, url: withoutToken(view.url) } : view));
    return { data, next: null };
  });

  addRoute(app, noticesRoutes.createWebhook, async (request) => {
    const { webhook, secret } = await createWebhook(control, principalOf(request), request.params.accountId, request.body);
    return { ...webhookView(webhook), secret };
  });
}

function deliveries(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, noticesRoutes.listWebhookDeliveries, async (request) => {
    const load = await listWebhookDeliveries(control, principalOf(request), placeOf(request.params));
    const { rows, next } = await readPage({ query: request.query, places, load });
    return { data: rows.map(deliveryView), next };
  });

  addRoute(app, noticesRoutes.resendWebhookDelivery, async (request) => {
    const { deliveryId, ...place } = request.params;
    const fault = await resendWebhook(control, principalOf(request), { ...placeOf(place), deliveryId });
    return { ok: fault === null, fault, reason: readFault(fault) };
  });
}

function one(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, noticesRoutes.changeWebhook, async (request) =>
    webhookView(await patchWebhook(control, principalOf(request), placeOf(request.params), request.body)),
  );

  addRoute(app, noticesRoutes.removeWebhook, async (request) =>
    webhookView(await removeWebhook(control, principalOf(request), placeOf(request.params))),
  );

  addRoute(app, noticesRoutes.testWebhook, async (request) => {
    const fault = await testWebhook(control, principalOf(request), placeOf(request.params));
    return { ok: fault === null, fault, reason: readFault(fault) };
  });
}

/** Notification settings of an account, and its webhooks. */
export const alertsResource: ConsoleResource = (app, deps) => {
  settings(app, deps);
  list(app, deps);
  one(app, deps);
  deliveries(app, deps);
};
