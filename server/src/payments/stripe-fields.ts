import type { MethodField } from '../domain/payments/payment-services.ts';

/** Its settings; separate from its client, which is loaded once it is set up. */
export const stripeFields: readonly MethodField[] = [
  { name: 'secret_key', isSecret: true, isRequired: true },
  { name: 'webhook_secret', isSecret: true, isRequired: true },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];
