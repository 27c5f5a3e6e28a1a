import type { MethodField } from '../domain/payments/payment-services.ts';

/** The settings of Stripe. They are separate from its client, which is loaded once Stripe is configured. */
export const stripeFields: readonly MethodField[] = [
  { name: 'secret_key', isSecret: true, isRequired: true },
  { name: 'webhook_secret', isSecret: true, isRequired: true },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];
