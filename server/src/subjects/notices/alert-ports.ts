import type { WebhookEvent } from '@tollgate/contract/notices/webhook-events';
import type { NanoCny } from '@tollgate/contract/money';
import type { SendWebhook, WebhookAnswer } from '../../domain/webhooks/webhook-deliveries.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** Notification settings of an account. */
export interface AlertSettings {
  /** A balance below this amount is low; `null` disables the notification. */
  readonly lowBalance: NanoCny | null;
  /** Whether people receive a mail when a cap is used up. */
  readonly capMail: boolean;
}

export interface AlertSettingsStore {
  /** The settings of the account, or the defaults. */
  find(accountId: string): Promise<AlertSettings>;
  put(accountId: string, settings: AlertSettings, audit: AuditEntry): Promise<void>;
}

export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  readonly failingSinceMs: number | null;
  readonly createdAtMs: number;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly event: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  /** Status of the last response; `null` if there was none. */
  readonly status: number | null;
  readonly lastError: string | null;
  readonly createdAtMs: number;
  readonly triedAtMs: number | null;
  /** `null` if there are no more attempts. */
  readonly nextTryMs: number | null;
}

/** An event to send again. */
export interface SentWebhook {
  readonly id: string;
  readonly attempts: number;
  readonly body: string;
}

export interface WebhooksStore {
  /** Oldest first. */
  list(accountId: string): Promise<readonly Webhook[]>;
  /** The signing secret; `null` if the webhook is deleted. */
  secretOf(id: string): Promise<string | null>;
  /** `false`: the account has the maximum number of webhooks. */
  add(webhook: Webhook, secret: string, countMax: number, audit: AuditEntry): Promise<boolean>;
  /** Updates the events and whether the webhook is enabled. Enabling it resets its failures. */
  change(webhook: Webhook, audit: AuditEntry): Promise<void>;
  remove(id: string, audit: AuditEntry): Promise<void>;
  /** Records the result of a test event. */
  tried(webhook: Webhook, body: string, answer: WebhookAnswer): Promise<void>;
  /** The content of an event; `null` if it does not exist. */
  findDelivery(webhookId: string, id: string): Promise<SentWebhook | null>;
  /** Records the result of sending an event again. A delivered event stays delivered. */
  sentAgain(webhook: Webhook, delivery: SentWebhook, answer: WebhookAnswer): Promise<void>;
  /** Attempts of an account that ended within the last minute. */
  recentAttempts(accountId: string): Promise<number>;
  /** Newest first. */
  deliveries(
    webhookId: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<readonly WebhookDelivery[]>;
}

/** Functions of the webhook sender that the control plane uses. */
export interface WebhookOperations {
  readonly send: SendWebhook;
  /** Why events cannot be sent to an address; `null` if they can. */
  urlFault(url: string): string | null;
}
