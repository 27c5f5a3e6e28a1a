import { operatorInvoicingPaths } from '@tollgate/contract/invoicing/operator-paths';
import type { operatorInvoicingRoutes } from '@tollgate/contract/invoicing/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorInvoicingApi = clientOf<typeof operatorInvoicingRoutes>(operatorInvoicingPaths);
