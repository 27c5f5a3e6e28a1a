import { refusal } from '@tollgate/contract/refusals/refusal';
import type { ControlContext } from '../../../control/control-context.ts';

/** Programs of earlier versions would send such calls abroad. @throws {ApiError} 409 naming the nodes that run one. */
export async function requireDomesticKnown(
  { stores }: ControlContext,
  request: { readonly domestic_only?: boolean | undefined },
): Promise<void> {
  const older = request.domestic_only === true ? await stores.catalog.nodesWithout('domestic') : [];
  if (older.length === 0) return;
  throw refusal('domestic_only_needs_upgrade', { nodes: older });
}
