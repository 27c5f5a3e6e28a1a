import { operatorPaymentsRoutes } from '@tollgate/contract/payments/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { listPaymentMethods, putPaymentMethod } from './payment-methods.ts';
import { returnTrial, tryPayment } from './try-payment.ts';
import { adminOrderView, methodView } from './orders/order-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

export const paymentMethodsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorPaymentsRoutes.listPaymentMethods, async (request) => {
    const methods = await listPaymentMethods(control, principalOf(deps, request));
    return { data: methods.map((method) => methodView(method, control.payments.origin())) };
  });

  addRoute(app, operatorPaymentsRoutes.putPaymentMethod, async (request) => {
    const made = await putPaymentMethod(control, principalOf(deps, request), request.params.name, request.body);
    return methodView(made, control.payments.origin());
  });

  addRoute(app, operatorPaymentsRoutes.tryPaymentMethod, async (request) => {
    const made = await tryPayment(control, principalOf(deps, request), request.params.name);
    return adminOrderView(made, null, { names: new Map(), verifiedName: null, nowMs: control.clock.nowMs() });
  });

  addRoute(app, operatorPaymentsRoutes.returnTrialPayment, async (request) => {
    const standing = await returnTrial(control, principalOf(deps, request), request.params.id);
    return { state: standing.kind, reason: standing.kind === 'failed' ? standing.reason : null };
  });
};
