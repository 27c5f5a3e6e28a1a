/** Webhook events by subject. */
export const webhookEventGroups = {
  caps: ['cap_80', 'cap_90', 'cap_100'],
  money: ['balance_low', 'budget_80', 'budget_90', 'budget_100', 'price_rise', 'statement_ready'],
  security: ['security_change', 'key_change', 'broken_connections_key', 'broken_connections_account'],
  progress: ['invoice_progress', 'invoice_setback', 'service_request', 'request_contract'],
} as const;
export type WebhookEventGroup = keyof typeof webhookEventGroups;
export const webhookEvents = [
  ...webhookEventGroups.caps,
  ...webhookEventGroups.money,
  ...webhookEventGroups.security,
  ...webhookEventGroups.progress,
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
