import type { MethodField } from '../domain/payments/payment-services.ts';

/** What it is set up with; apart from what speaks to it, which is loaded once it is. */
export const wechatFields: readonly MethodField[] = [
  { name: 'mchid', isSecret: false, isRequired: true },
  { name: 'appid', isSecret: false, isRequired: true },
  { name: 'serial', isSecret: false, isRequired: true },
  { name: 'public_key_id', isSecret: false, isRequired: true },
  { name: 'private_key', isSecret: true, isRequired: true },
  { name: 'public_key', isSecret: true, isRequired: true },
  { name: 'api_v3_key', isSecret: true, isRequired: true },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];
