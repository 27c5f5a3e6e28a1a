import {
  paymentMethodAnswer,
  paymentMethodList,
  paymentMethodParams,
  putPaymentMethodRequest,
} from '@tollgate/contract/admin/orders';
import { answers } from '../control-http/route-schema.ts';
import { listPaymentMethods, putPaymentMethod } from '../control/payment-methods.ts';
import { methodView } from '../views/order-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Money'];

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
};
