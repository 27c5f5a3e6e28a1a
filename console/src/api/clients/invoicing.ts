import { invoicingPaths } from '@tollgate/contract/invoicing/console-paths';
import type { invoicingRoutes } from '@tollgate/contract/invoicing/console-routes';
import { clientOf } from '../client.ts';

export const invoicingApi = clientOf<typeof invoicingRoutes>(invoicingPaths);
