import { z } from 'zod';
import { amountAnswer, amountField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { webhookEvents } from './webhook-events.ts';
import { accountParams } from '../tenants/account.ts';
import { deliveryFault } from './delivery-faults.ts';

/** Default threshold in CNY for accounts without a setting. */
export const lowBalanceDefault = '5';

export const alertSettingsAnswer = z
  .object({
    low_balance: amountAnswer('Balance below which members are notified; `null`: never.').nullable(),
    cap_mail: z
      .boolean()
      .meta({ description: 'Whether members receive a mail when a cap is reached. They always receive one at 90 %.' }),
  })
  .meta({ id: 'AlertSettings' });
export const patchAlertSettingsRequest = z
  .strictObject({
    low_balance: amountField(
      'Balance below which members are notified, once after each credit; decimal string in CNY with at most 4 decimals, `null` for never.',
      { decimalsMax: 4 },
    )
      .nullable()
      .optional(),
    cap_mail: z.boolean({ error: 'must be true or false' }).optional(),
  })
  .meta({ examples: [{ low_balance: '50' }] });

const eventsText =
  'Events to send; all by default. Caps: `cap_80`, `cap_90`, `cap_100`. Money: `balance_low`, `budget_80`, `budget_90`, `budget_100`, `price_rise`, `statement_ready`. Security: `security_change`, `key_change`, `broken_connections_key`, `broken_connections_account`. Progress: `invoice_progress`, `invoice_setback`, `service_request`, `request_contract`.';
const events = z
  .array(z.enum(webhookEvents, { error: `must be one of ${webhookEvents.join(', ')}` }))
  .min(1, { error: 'must name at least one event' })
  .max(webhookEvents.length, { error: 'must name each event once' })
  .meta({ description: eventsText });
const url = textField('A public https address, which may contain a token. It is encrypted.', 1000, 1);

export const webhookAnswer = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()).meta({ description: eventsText }),
    enabled: z.boolean(),
    failing_since: timeAnswer
      .nullable()
      .meta({ description: 'Since when deliveries fail; after three days the webhook is turned off.' }),
    created_at: timeAnswer,
  })
  .meta({ id: 'Webhook' });
export const webhookList = listOf(webhookAnswer);
export const createdWebhookAnswer = webhookAnswer
  .extend({ secret: z.string().meta({ description: 'Signing secret, shown only once.' }) })
  .meta({ id: 'CreatedWebhook' });

export const webhookRequest = z
  .strictObject({ url, events: events.optional() })
  .meta({ examples: [{ url: 'https://hooks.example.com/tollgate' }] });
export const patchWebhookRequest = z
  .strictObject({ events: events.optional(), enabled: z.boolean({ error: 'must be true or false' }).optional() })
  .meta({ examples: [{ enabled: true }] });
export const webhookParams = z.strictObject({ ...accountParams.shape, webhookId: z.string().max(64) });
export const webhookDeliveryParams = z.strictObject({ ...webhookParams.shape, deliveryId: z.string().max(64) });

export const webhookDeliveryAnswer = z
  .object({
    id: z.string(),
    event: z.string(),
    state: z
      .enum(['waiting', 'sent', 'failed'])
      .meta({ description: '`waiting`: queued or retried; `failed`: no further retries.' }),
    attempts: z.number(),
    status: z.number().nullable().meta({ description: 'HTTP status of the last response; `null`: none.' }),
    last_error: z.string().nullable(),
    last_fault: deliveryFault,
    created_at: timeAnswer,
    tried_at: timeAnswer.nullable(),
    next_try: timeAnswer.nullable().meta({ description: 'Earliest time of the next retry.' }),
  })
  .meta({ id: 'WebhookDelivery' });
export const webhookDeliveryList = listOf(webhookDeliveryAnswer);
export const webhookDeliveriesQuery = z.strictObject({ ...pageQuery });

export type AlertSettingsAnswer = z.output<typeof alertSettingsAnswer>;
export type PatchAlertSettingsRequest = z.output<typeof patchAlertSettingsRequest>;
export type WebhookAnswer = z.output<typeof webhookAnswer>;
export type WebhookDeliveryAnswer = z.output<typeof webhookDeliveryAnswer>;
export type WebhookRequest = z.output<typeof webhookRequest>;
export type PatchWebhookRequest = z.output<typeof patchWebhookRequest>;
