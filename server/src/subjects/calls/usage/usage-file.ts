import type { ControlContext } from '../../../control/control-context.ts';
import type { UsageExport } from './report-ports.ts';
import { requireOwners } from '../list-calls.ts';
import type { Principal } from '../../../control/principal.ts';
import { found } from '../../../control/control-context.ts';
import { narrowed } from '../../../control/within-scope.ts';

/** Usage totals as a file. @throws {ApiError} 404; 429 if the maximum number of files is being written. */
export async function writeUsage(
  context: ControlContext,
  principal: Principal,
  order: UsageExport,
): Promise<AsyncIterable<Buffer>> {
  await requireOwners(context, principal, order.usage);
  const usage = found(narrowed(principal, order.usage), 'sub-account');
  return context.exports.files.writeUsage({ ...order, usage });
}
