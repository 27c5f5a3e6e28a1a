import {
  paymentMethodAnswer,
  paymentMethodList,
  paymentMethodParams,
  putPaymentMethodRequest,
  returnedTrialAnswer,
  adminOrderAnswer,
} from '@tollgate/contract/admin/orders';
import { answers, idParams } from '../control-http/route-schema.ts';
import { listPaymentMethods, putPaymentMethod } from '../control/payment-methods.ts';
import { returnTrial, tryPayment } from '../control/try-payment.ts';
import { adminOrderView, methodView } from '../views/order-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Money'];
const operators = ['administrator', 'finance'] as const;

export const paymentMethodsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/payment-methods',
    {
      schema: {
        tags,
        summary: 'List payment methods',
        description: 'Every one that can be used here, set up or not. Of secrets only whether they are set is told.',
        response: answers(paymentMethodList),
      },
    },
    async (request) => {
      const methods = await listPaymentMethods(control, principalOf(deps, request));
      return { data: methods.map((method) => methodView(method, control.payments.origin())) };
    },
  );

  app.put(
    '/payment-methods/:name',
    {
      schema: {
        tags,
        summary: 'Set up a payment method',
        description:
          'Accounts are offered it while it is enabled. What was reported for one that was switched off is still taken.',
        params: paymentMethodParams,
        body: putPaymentMethodRequest,
        response: answers(paymentMethodAnswer),
      },
    },
    async (request) => {
      const made = await putPaymentMethod(control, principalOf(deps, request), request.params.name, request.body);
      return methodView(made, control.payments.origin());
    },
  );

  app.post(
    '/payment-methods/:name/try',
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Try a payment method with 0.01 CNY',
        description:
          "Makes an order that is nobody's. Pay it as its `step` says: it becomes `paid` when the service has reported it.",
        params: paymentMethodParams,
        response: answers(adminOrderAnswer, 201),
      },
    },
    async (request, reply) => {
      const made = await tryPayment(control, principalOf(deps, request), request.params.name);
      return reply
        .code(201)
        .send(adminOrderView(made, null, { names: new Map(), verifiedName: null, nowMs: control.clock.nowMs() }));
    },
  );

  app.post(
    '/orders/:id/return-trial',
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Give back what was paid to try a method',
        description: 'The other half of the trial. The service gives back once, however often it is asked.',
        params: idParams,
        response: answers(returnedTrialAnswer),
      },
    },
    async (request) => {
      const standing = await returnTrial(control, principalOf(deps, request), request.params.id);
      return { state: standing.kind, reason: standing.kind === 'failed' ? standing.reason : null };
    },
  );
};
