import { operatorLedgerPaths } from '@tollgate/contract/ledger/operator-paths';
import type { operatorLedgerRoutes } from '@tollgate/contract/ledger/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorLedgerApi = clientOf<typeof operatorLedgerRoutes>(operatorLedgerPaths);
