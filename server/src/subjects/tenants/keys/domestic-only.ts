import { refusal } from '@tollgate/contract/refusals/refusal';
import type { ControlContext } from '../../../control/control-context.ts';

/**
 * Refuses domestic-only keys while older versions run, because these would send their calls abroad. @throws {ApiError} 409 naming their
 * nodes.
 */
export async function requireDomesticKnown(
  { stores }: ControlContext,
  request: { readonly domestic_only?: boolean | undefined },
): Promise<void> {
  const older = request.domestic_only === true ? await stores.catalog.nodesWithout('domestic') : [];
  if (older.length === 0) return;
  throw refusal('domestic_only_needs_upgrade', { nodes: older });
}
