import { paymentMethodNames, type PaymentMethodName } from '@tollgate/contract/payments/payments';
import { defaulted, SettingFault } from './setting.ts';

export type PaymentUrls = Readonly<Partial<Record<PaymentMethodName, string>>>;

function isLoopback(host: string): boolean {
  return host === '127.0.0.1' || host === 'localhost' || host === '[::1]';
}

function paymentUrls(text: string): PaymentUrls {
  const found: Partial<Record<PaymentMethodName, string>> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const at = part.indexOf('=');
    const name = paymentMethodNames.find((one) => one === part.slice(0, Math.max(at, 0)).trim());
    const address = part.slice(at + 1).trim();
    const url = URL.canParse(address) ? new URL(address) : null;
    const isSafe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
    if (name === undefined || name === 'bank' || !isSafe)
      throw new SettingFault('must list payment methods with https addresses, such as epay=https://pay.example.com');
    found[name] = address.replace(/\/+$/, '');
  }
  return found;
}

/** How payment services are reached. */
export const paymentSettings = {
  paymentUrls: defaulted(
    {
      name: 'TOLLGATE_PAYMENT_URLS',
      meaning:
        'Addresses of payment services, such as `epay=https://…`, which epay requires. Addresses of Alipay, WeChat Pay and Stripe are fixed; change them only for tests.',
    },
    '',
    paymentUrls,
  ),
};
