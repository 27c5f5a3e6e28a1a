import type { NanoCny } from '@tollgate/contract/money';
import { capWindows } from '../../../domain/limits/window.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireAccount } from '../../../control/within-scope.ts';

/** Number of objects of a sub-account, and its spending. */
export interface SubAccountFigures {
  readonly keys: number;
  readonly members: number;
  readonly spentToday: NanoCny;
  readonly spentThisMonth: NanoCny;
}

/** Figures of sub-accounts of one account, by id. @throws {ApiError} 404 */
export async function subAccountFigures(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  records: readonly SubAccountRecord[],
): Promise<ReadonlyMap<string, SubAccountFigures>> {
  requireAccount(principal, accountId);
  const { stores, calendar, coordination } = context;
  const ids = records.map(({ subAccount }) => subAccount.id);
  const moment = calendar.now();
  const windows = ids.flatMap((id) => capWindows(id, moment));
  const [counts, figures] = await Promise.all([
    stores.subAccounts.counts(accountId, ids),
    coordination.figures(accountId, null, windows),
  ]);
  const countsById = new Map(counts.map((count) => [count.id, count]));
  return new Map(
    ids.map((id, index) => {
      const { keys = 0, members = 0 } = countsById.get(id) ?? {};
      const [spentToday, spentThisMonth] = [figures[2 * index]?.used ?? 0n, figures[2 * index + 1]?.used ?? 0n];
      return [id, { keys, members, spentToday, spentThisMonth }];
    }),
  );
}
