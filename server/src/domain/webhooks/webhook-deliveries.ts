/** A delivery to an address of an account. */
export interface WaitingWebhook {
  readonly id: string;
  readonly webhookId: string;
  readonly accountId: string;
  /** Made before this one. */
  readonly attempts: number;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly failingSinceMs: number | null;
}

export const webhooksQueue = 'webhooks';

/** A server's answer. */
export interface WebhookAnswer {
  /** `null`: it did not answer. */
  readonly status: number | null;
  /** Why the event did not arrive; `null`: it did. */
  readonly failure: string | null;
}

/** How an attempt ended. */
export interface WebhookEnding extends WebhookAnswer {
  /** No other attempt follows. */
  readonly isLast: boolean;
  /** Nothing has been delivered for too long: the webhook is turned off, and its account notified. */
  readonly turnsOff: boolean;
}

/** Messages for webhooks, and the results of their deliveries. */
export interface WebhookDeliveries {
  /** Queues recent notifications of accounts for their webhooks, each message once, on any node. */
  putDue(): Promise<void>;
  /** `null`: it no longer waits. */
  find(id: string): Promise<WaitingWebhook | null>;
  /** Attempts of an account that ended within the last minute. */
  recentAttempts(accountId: string): Promise<number>;
  /** Nothing where another attempt has ended meanwhile. */
  ended(waiting: WaitingWebhook, ending: WebhookEnding): Promise<void>;
}

/** Sends to an address of an account's own. Never rejects. */
export type SendWebhook = (webhook: Pick<WaitingWebhook, 'url' | 'secret' | 'body'>) => Promise<WebhookAnswer>;
