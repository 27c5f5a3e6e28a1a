import type { MethodField } from '../domain/payments/payment-services.ts';

/** What it is set up with; apart from what speaks to it, which is loaded once it is. */
export const stripeFields: readonly MethodField[] = [
  { name: 'secret_key', isSecret: true, isRequired: true },
  { name: 'webhook_secret', isSecret: true, isRequired: true },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];
