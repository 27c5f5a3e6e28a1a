import { accountBounds } from '@tollgate/contract/tenants/account-bounds';
import { webhookEvents } from '@tollgate/contract/notices/webhook-events';
import type { PatchAlertSettingsRequest, PatchWebhookRequest, WebhookRequest } from '@tollgate/contract/notices/alerts';
import type { NanoCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AlertSettings, Webhook, WebhookDelivery } from './alert-ports.ts';
import { readAmount, showCap } from '../../control/amounts.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import type { Pages } from '../../control/page-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import { findWholeAccount } from '../../control/within-scope.ts';

const webhooksMax = accountBounds.webhooks.max;
const testsPerMinute = 6;
const secretLength = 40;

/** Notification settings of an account. @throws {ApiError} 404 */
export async function readAlertSettings(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<AlertSettings> {
  await findWholeAccount(context, principal, accountId);
  return context.stores.alertSettings.find(accountId);
}

function readLowBalance(text: string | null): NanoCny | null {
  const amount = text === null ? null : readAmount('low_balance', text, { decimalsMax: 4 });
  if (amount === 0n) throw invalid('low_balance', 'must be more than 0, or null for never');
  return amount;
}

/** Changes the fields in the request. @throws {ApiError} 400, 404 */
export function patchAlertSettings(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  request: PatchAlertSettingsRequest,
): Promise<AlertSettings> {
  return context.changeQueue.run(async () => {
    await findWholeAccount(context, principal, accountId);
    const before = await context.stores.alertSettings.find(accountId);
    const after: AlertSettings = {
      lowBalance: request.low_balance === undefined ? before.lowBalance : readLowBalance(request.low_balance),
      capMail: request.cap_mail ?? before.capMail,
    };
    const shown = ({ lowBalance, capMail }: AlertSettings) => ({ low_balance: showCap(lowBalance), cap_mail: capMail });
    const note = { action: 'alert-settings.patch', objectKind: 'account', objectId: accountId };
    const audit = auditEntry(context, principal, { ...note, before: shown(before), after: shown(after) });
    await context.stores.alertSettings.put(accountId, after, audit);
    return after;
  });
}

/** Oldest first. @throws {ApiError} 404 */
export async function listWebhooks(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly Webhook[]> {
  await findWholeAccount(context, principal, accountId);
  return context.stores.webhooks.list(accountId);
}

async function findWebhook(context: ControlContext, principal: Principal, { accountId, id }: WebhookPlace): Promise<Webhook> {
  const all = await listWebhooks(context, principal, accountId);
  return found(
    all.find((webhook) => webhook.id === id),
    'webhook',
  );
}

/** A webhook in the audit log, without the parts of its address that may contain a secret. */
function shown({ url, events, enabled }: Webhook) {
  return { host: new URL(url).host, events, enabled };
}

export interface WebhookPlace {
  readonly accountId: string;
  readonly id: string;
}

/** Adds a webhook. Returns it with its signing secret, which is shown only once. @throws {ApiError} 400, 404, 409 */
export async function createWebhook(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  { url, events = [...webhookEvents] }: WebhookRequest,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  await findWholeAccount(context, principal, accountId);
  const fault = context.webhooks.urlFault(url);
  if (fault !== null) throw invalid('url', fault);
  const { ids, clock, stores } = context;
  const rest = { enabled: true, failingSinceMs: null, createdAtMs: clock.nowMs() };
  const webhook: Webhook = { id: ids.named('whk'), accountId, url, events: [...new Set(events)], ...rest };
  const secret = `whsec_${ids.secret(secretLength)}`;
  const note = {
    action: 'webhook.create',
    objectKind: 'account',
    objectId: accountId,
    after: { webhook: webhook.id, ...shown(webhook) },
  };
  if (!(await stores.webhooks.add(webhook, secret, webhooksMax, auditEntry(context, principal, note))))
    throw refusal('webhooks_full', { max: webhooksMax });
  return { webhook, secret };
}

/** Changes the fields in the request. Enabling the webhook resets its failures. @throws {ApiError} 404 */
export function patchWebhook(
  context: ControlContext,
  principal: Principal,
  place: WebhookPlace,
  request: PatchWebhookRequest,
): Promise<Webhook> {
  return context.changeQueue.run(async () => {
    const before = await findWebhook(context, principal, place);
    const enabled = request.enabled ?? before.enabled;
    const failingSinceMs = enabled && !before.enabled ? null : before.failingSinceMs;
    const after: Webhook = { ...before, events: request.events ?? before.events, enabled, failingSinceMs };
    const note = { action: 'webhook.update', objectKind: 'account', objectId: place.accountId };
    const audit = auditEntry(context, principal, {
      ...note,
      before: shown(before),
      after: { webhook: place.id, ...shown(after) },
    });
    await context.stores.webhooks.change(after, audit);
    return after;
  });
}

/** @throws {ApiError} 404 */
export async function removeWebhook(context: ControlContext, principal: Principal, place: WebhookPlace): Promise<Webhook> {
  const webhook = await findWebhook(context, principal, place);
  const note = {
    action: 'webhook.delete',
    objectKind: 'account',
    objectId: place.accountId,
    before: { webhook: place.id, ...shown(webhook) },
  };
  await context.stores.webhooks.remove(webhook.id, auditEntry(context, principal, note));
  return webhook;
}

/** Returns the signing secret for a manual test. @throws {ApiError} 404; 409 after too many attempts */
async function secretToTry({ stores }: ControlContext, { id, accountId }: Webhook): Promise<string> {
  const secret = found(await stores.webhooks.secretOf(id), 'webhook');
  if ((await stores.webhooks.recentAttempts(accountId)) >= testsPerMinute)
    throw refusal('webhook_tests_this_minute', { max: testsPerMinute });
  return secret;
}

/** Accounts with a running webhook test on this node. No other test starts until its response is counted. */
const trying = new Set<string>();

/** @throws {ApiError} 409 */
async function alone<Result>(accountId: string, attempt: () => Promise<Result>): Promise<Result> {
  if (trying.has(accountId)) throw refusal('webhook_test_runs');
  trying.add(accountId);
  try {
    return await attempt();
  } finally {
    trying.delete(accountId);
  }
}

/** Sends a test event now. Returns the reason if it did not arrive, `null` if it did. @throws {ApiError} 404, 409 */
export async function testWebhook(context: ControlContext, principal: Principal, place: WebhookPlace): Promise<string | null> {
  const webhook = await findWebhook(context, principal, place);
  await requireRoom(context, principal, 'webhookTests', { accountId: place.accountId });
  const { stores, ids, clock } = context;
  const created = Temporal.Instant.fromEpochMilliseconds(clock.nowMs()).toString();
  const body = JSON.stringify({ id: ids.uuid(), type: 'test', account_id: place.accountId, created_at: created, data: {} });
  return alone(place.accountId, async () => {
    const secret = await secretToTry(context, webhook);
    const answer = await context.webhooks.send({ url: webhook.url, secret, body });
    await stores.webhooks.tried(webhook, body, answer);
    return answer.failure;
  });
}

export interface DeliveryPlace extends WebhookPlace {
  readonly deliveryId: string;
}

/**
 * Sends an unchanged event again, now. Returns the reason if it did not arrive, `null` if it did. Automatic retries continue. @throws
 * {ApiError} 404, 409
 */
export async function resendWebhook(
  context: ControlContext,
  principal: Principal,
  { deliveryId, ...place }: DeliveryPlace,
): Promise<string | null> {
  const webhook = await findWebhook(context, principal, place);
  const { webhooks } = context.stores;
  const delivery = found(await webhooks.findDelivery(webhook.id, deliveryId), 'delivery');
  return alone(place.accountId, async () => {
    const secret = await secretToTry(context, webhook);
    const answer = await context.webhooks.send({ url: webhook.url, secret, body: delivery.body });
    await webhooks.sentAgain(webhook, delivery, answer);
    return answer.failure;
  });
}

/** Deliveries, newest first. @throws {ApiError} 404 */
export async function listWebhookDeliveries(
  context: ControlContext,
  principal: Principal,
  place: WebhookPlace,
): Promise<Pages<WebhookDelivery, string>> {
  const { id } = await findWebhook(context, principal, place);
  return (page) => context.stores.webhooks.deliveries(id, page);
}
