import { paymentMethodNames, type PaymentMethodName } from '@tollgate/contract/payments/payments';
import { auditEntry, type ControlContext } from '../../../src/control/control-context.ts';
import { draftOrder, orderNote } from '../../../src/subjects/payments/orders/orders.ts';
import { operator } from '../../../src/control/principal.ts';
import { receivePayment } from '../../../src/subjects/payments/orders/receive-payment.ts';
import type { OperatorAlarm } from '../../../src/domain/alarms/operator-alarms.ts';
import type { PaymentMethod } from '../../../src/domain/payments/payment-method.ts';
import type { PaymentOrder, ReceivedPayment } from '../../../src/domain/payments/payment-order.ts';
import type { PaymentBench } from './payment-bench.ts';

type Stores = ControlContext['stores'];

/** Store methods that a test replaces. */
export type OwnStores = { readonly [Name in keyof Stores]?: Partial<Stores[Name]> };

/** An account whose payments use services that respond as the test requires; records each query. */
export class RulesWorld {
  readonly #bench: () => PaymentBench;
  /** The behaviour of the services. */
  script: Partial<PaymentMethod> = {};
  /** What operators and other nodes receive. */
  readonly told = { logged: [] as string[], raised: [] as OperatorAlarm[], inForce: [] as string[] };
  readonly one = operator('one@example.com');
  /** Whether no service is set up any more. */
  isGone = false;
  /** How far its clock is ahead of the service's, which would run a whole year of jobs if it advanced that far. */
  aheadMs = 0;
  #payments = 0;

  constructor(bench: () => PaymentBench) {
    this.#bench = bench;
  }

  get accountId(): string {
    return this.#bench().accountId;
  }

  get control(): ControlContext {
    return this.#bench().fixture.service.control;
  }

  forget(): void {
    this.script = {};
    this.isGone = false;
    this.aheadMs = 0;
    for (const all of Object.values(this.told)) all.length = 0;
  }

  /** The context of the service, with the test's services and alarms. */
  context(own: OwnStores = {}): ControlContext {
    const { control } = this;
    const { stores, payments } = control;
    const record = (name: PaymentMethodName) => ({ name, enabled: true, settings: { subject: 'Credit' }, secrets: {} }) as never;
    const paymentMethods = {
      ...stores.paymentMethods,
      find: (name: PaymentMethodName) => Promise.resolve(this.isGone ? null : record(name)),
      list: () => Promise.resolve(this.isGone ? [] : paymentMethodNames.map(record)),
    };
    const log = (_: object, message: string): void => {
      this.told.logged.push(message);
    };
    const { clock } = control;
    return {
      ...control,
      clock: {
        nowMs: () => clock.nowMs() + this.aheadMs,
        monotonicMs: () => clock.monotonicMs(),
        after: (...given) => clock.after(...given),
        every: (...given) => clock.every(...given),
      },
      stores: Object.fromEntries(
        Object.entries({ ...stores, paymentMethods }).map(([name, store]) => [name, { ...store, ...own[name as keyof Stores] }]),
      ) as unknown as Stores,
      // Receives notifications of everything that other nodes must reload.
      others: {
        accountsChanged: (ids: readonly string[]) => {
          this.told.inForce.push(...ids);
          return Promise.resolve();
        },
      } as unknown as ControlContext['others'],
      payments: {
        ...payments,
        services: {
          fields: new Map(paymentMethodNames.map((name) => [name, []])),
          open: (name) => Promise.resolve(this.#method(name)),
        },
        logger: { ...payments.logger, warn: log, error: log, info: log },
        alarms: { ...payments.alarms, raise: (alarm) => this.told.raised.push(alarm) },
      },
    };
  }

  #method(name: PaymentMethodName): PaymentMethod {
    return { name, refundWay: name === 'bank' ? 'bank' : 'service', ...this.script } as PaymentMethod;
  }

  /** An order as created by members. */
  async order(amountFen: bigint, own: Partial<PaymentOrder> = {}): Promise<PaymentOrder> {
    const { context, one } = { context: this.context(), one: this.one };
    const draft = draftOrder(context, one, { accountId: this.accountId, method: 'alipay', purpose: 'top_up', amountFen });
    const order = { ...draft, ...own };
    await context.stores.orders.create(order, null, auditEntry(context, one, orderNote(order, 'order.create')));
    return order;
  }

  payment(order: PaymentOrder, own: Partial<ReceivedPayment> = {}): ReceivedPayment {
    this.#payments += 1;
    const externalId = `T${String(this.#payments)}`;
    const { id: orderId, method, amountFen } = order;
    return { method, externalId, orderId, amountFen, currency: 'CNY', payer: null, ...own };
  }

  /** A paid order. */
  async paid(amountFen: bigint, own: Partial<ReceivedPayment> = {}): Promise<ReceivedPayment> {
    const order = await this.order(amountFen, { method: own.method ?? 'alipay' });
    const payment = this.payment(order, own);
    await receivePayment(this.context(), this.one, payment);
    return payment;
  }
}
