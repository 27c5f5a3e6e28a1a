import { ledgerPaths } from '@tollgate/contract/ledger/console-paths';
import type { ledgerRoutes } from '@tollgate/contract/ledger/console-routes';
import { clientOf } from '../http/client.ts';

export const ledgerApi = clientOf<typeof ledgerRoutes>(ledgerPaths);
