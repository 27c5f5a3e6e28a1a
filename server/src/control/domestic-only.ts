import { conflict, listed, type ControlContext } from './control-context.ts';

/** Programs of earlier versions would send such calls abroad. @throws {ApiError} 409 naming the nodes that run one. */
export async function requireDomesticKnown(
  { stores }: ControlContext,
  request: { readonly domestic_only?: boolean | undefined },
): Promise<void> {
  const older = request.domestic_only === true ? await stores.catalog.nodesWithout('domestic') : [];
  if (older.length === 0) return;
  throw conflict(
    `\`domestic_only\` is for later: ${listed(older)} still run an earlier version of the program, which would send calls abroad. Upgrade all nodes first.`,
  );
}
