import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import type { StrayRow, UsageFilter, UsageSums } from './report-ports.ts';
import { narrowed, requireOperator } from '../../../control/within-scope.ts';
import type { Pages } from '../../../control/page-ports.ts';

/** Usage totals, ordered by their groups. */
export async function listUsage(
  context: ControlContext,
  principal: Principal,
  asked: UsageFilter,
): Promise<Pages<UsageSums, readonly (string | number)[]>> {
  const filter = narrowed(principal, asked);
  return async (page) => (filter === null ? [] : context.stores.reports.usage(filter, page));
}

/** Requests that belong to no account, newest first. */
export async function listStrays(context: ControlContext, principal: Principal): Promise<Pages<StrayRow, bigint>> {
  requireOperator(principal, 'list of refusals');
  return (page) => context.stores.reports.strays(page);
}
