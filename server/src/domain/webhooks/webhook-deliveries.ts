/** A delivery to an address of an account. */
export interface WaitingWebhook {
  readonly id: string;
  readonly webhookId: string;
  readonly accountId: string;
  /** Number of earlier attempts. */
  readonly attempts: number;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly failingSinceMs: number | null;
}

export const webhooksQueue = 'webhooks';

/** A server's response. */
export interface WebhookAnswer {
  /** `null` if the server did not respond. */
  readonly status: number | null;
  /** Why the event did not arrive; `null` if it did. */
  readonly failure: string | null;
}

/** How an attempt ended. */
export interface WebhookEnding extends WebhookAnswer {
  /** No other attempt follows. */
  readonly isLast: boolean;
  /** Nothing was delivered for too long: the webhook is turned off, and its account is notified. */
  readonly turnsOff: boolean;
}

/** Messages for webhooks, and the results of their deliveries. */
export interface WebhookDeliveries {
  /** Queues recent messages of accounts for their webhooks, each message once, across all nodes. */
  putDue(): Promise<void>;
  /** `null` if it no longer waits. */
  find(id: string): Promise<WaitingWebhook | null>;
  /** Number of an account's attempts that ended within the last minute. */
  recentAttempts(accountId: string): Promise<number>;
  /** Has no effect if another attempt has ended meanwhile. */
  ended(waiting: WaitingWebhook, ending: WebhookEnding): Promise<void>;
}

/** Sends to a URL that an account has configured. Never rejects. */
export type SendWebhook = (webhook: Pick<WaitingWebhook, 'url' | 'secret' | 'body'>) => Promise<WebhookAnswer>;
