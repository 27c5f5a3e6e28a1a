import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { PaymentMethod } from '../domain/payments/payment-method.ts';
import type { MethodField, MethodSettings, PaymentServices } from '../domain/payments/payment-services.ts';
import { alipayFields, openAlipay } from './alipay.ts';
import { bankFields, openBankTransfer } from './bank-transfer.ts';
import { epayFields, openEpay } from './epay.ts';
import { stripeFields } from './stripe-fields.ts';
import { openWechat, wechatFields } from './wechat.ts';

interface KnownMethod {
  readonly fields: readonly MethodField[];
  readonly open: (settings: MethodSettings) => PaymentMethod | Promise<PaymentMethod>;
}

type Urls = Readonly<Partial<Record<PaymentMethodName, string>>>;

/** The dependencies of payment services. */
interface PaymentNeeds {
  readonly nowMs: () => number;
  /** Creates random text that is used once. */
  readonly nonce: () => string;
}

/** One line per method. Some libraries are large and few installations need them, so they are loaded on first use. */
function knownMethods(urls: Urls, { nowMs, nonce }: PaymentNeeds): ReadonlyMap<PaymentMethodName, KnownMethod> {
  const { epay } = urls;
  return new Map<PaymentMethodName, KnownMethod>([
    ['alipay', { fields: alipayFields, open: (settings) => openAlipay(settings, nowMs, urls.alipay) }],
    ['wechat', { fields: wechatFields, open: (settings) => openWechat(settings, { nowMs, nonce }, urls.wechat) }],
    [
      'stripe',
      { fields: stripeFields, open: async (settings) => (await import('./stripe.ts')).openStripe(settings, urls.stripe) },
    ],
    ['bank', { fields: bankFields, open: openBankTransfer }],
    // A protocol without a fixed URL; available if the configuration names one.
    ...(epay === undefined
      ? []
      : [['epay', { fields: epayFields, open: (settings: MethodSettings) => openEpay(settings, epay) }] as const]),
  ]);
}

/**
 * All payment methods.
 * @param urls replace the services' own URLs; only from the configuration.
 */
export function createPaymentServices(needs: PaymentNeeds, urls: Urls = {}): PaymentServices {
  const known = knownMethods(urls, needs);
  // Opening a method parses keys, which need not be repeated for reports in quick succession.
  const opened = new Map<PaymentMethodName, { readonly key: string; readonly method: PaymentMethod }>();
  return {
    fields: new Map([...known].map(([name, { fields }]) => [name, fields])),
    async open(name, { settings, secrets }) {
      const key = JSON.stringify([settings, secrets]);
      const before = opened.get(name);
      if (before?.key === key) return before.method;
      const method = await known.get(name)?.open({ settings, secrets });
      if (method === undefined) throw new RangeError(`there is no payment method ${name}`);
      opened.set(name, { key, method });
      return method;
    },
  };
}
