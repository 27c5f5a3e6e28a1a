import type { WebhookEvent } from '@tollgate/contract/notices/webhook-events';
import type { NanoCny } from '@tollgate/contract/money';
import type { SendWebhook, WebhookAnswer } from '../../domain/webhooks/webhook-deliveries.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';

/** An account's choices of notifications. */
export interface AlertSettings {
  /** A balance below this is low; `null`: no notification. */
  readonly lowBalance: NanoCny | null;
  /** Whether people are mailed when a cap is used up. */
  readonly capMail: boolean;
}

export interface AlertSettingsStore {
  /** Its choices, or the defaults. */
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
  /** Status of the last answer; `null`: there was none. */
  readonly status: number | null;
  readonly lastError: string | null;
  readonly createdAtMs: number;
  readonly triedAtMs: number | null;
  /** `null`: it is not tried again. */
  readonly nextTryMs: number | null;
}

/** An event that is sent once more. */
export interface SentWebhook {
  readonly id: string;
  readonly attempts: number;
  readonly body: string;
}

export interface WebhooksStore {
  /** Oldest first. */
  list(accountId: string): Promise<readonly Webhook[]>;
  /** Its signing secret; `null` if it is deleted. */
  secretOf(id: string): Promise<string | null>;
  /** `false`: the account has the maximum number. */
  add(webhook: Webhook, secret: string, countMax: number, audit: AuditEntry): Promise<boolean>;
  /** Events, and whether it is on; turned on, it has not failed yet. */
  change(webhook: Webhook, audit: AuditEntry): Promise<void>;
  remove(id: string, audit: AuditEntry): Promise<void>;
  /** How trying it out ended. */
  tried(webhook: Webhook, body: string, answer: WebhookAnswer): Promise<void>;
  /** The content of the event; `null` if there is none. */
  findDelivery(webhookId: string, id: string): Promise<SentWebhook | null>;
  /** How sending it once more ended. What arrived once has arrived. */
  sentAgain(webhook: Webhook, delivery: SentWebhook, answer: WebhookAnswer): Promise<void>;
  /** Attempts of an account that ended within the last minute. */
  recentAttempts(accountId: string): Promise<number>;
  /** Newest first. */
  deliveries(
    webhookId: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<readonly WebhookDelivery[]>;
}

/** What the control plane requests from the sender of webhooks. */
export interface WebhookOperations {
  readonly send: SendWebhook;
  /** Why an address cannot be sent to; `null`: it can. */
  urlFault(url: string): string | null;
}
