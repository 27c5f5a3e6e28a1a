import { invoicingPaths } from '@tollgate/contract/invoicing/console-paths';
import type { invoicingRoutes } from '@tollgate/contract/invoicing/console-routes';
import { clientOf } from '../http/client.ts';

export const invoicingApi = clientOf<typeof invoicingRoutes>(invoicingPaths);
