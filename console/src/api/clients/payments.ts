import { paymentsPaths } from '@tollgate/contract/payments/console-paths';
import type { paymentsRoutes } from '@tollgate/contract/payments/console-routes';
import { clientOf } from '../http/client.ts';

export const paymentsApi = clientOf<typeof paymentsRoutes>(paymentsPaths);
