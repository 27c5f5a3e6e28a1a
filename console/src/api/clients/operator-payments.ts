import { operatorPaymentsPaths } from '@tollgate/contract/payments/operator-paths';
import type { operatorPaymentsRoutes } from '@tollgate/contract/payments/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorPaymentsApi = clientOf<typeof operatorPaymentsRoutes>(operatorPaymentsPaths);
