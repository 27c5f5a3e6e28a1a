import type { NanoCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { readCap } from '../../control/amounts.ts';
import type { ControlContext } from '../../control/control-context.ts';

/** Spending limits of a key or a sub-account. */
export interface Caps {
  readonly dailyCap: NanoCny | null;
  readonly monthlyCap: NanoCny | null;
  readonly capArming: number;
}

/** Caps in a request; omitted ones stay unchanged. */
export interface CapsRequest {
  readonly daily_cap?: string | null | undefined;
  readonly monthly_cap?: string | null | undefined;
}

function capAfter(before: NanoCny | null, param: string, text: string | null | undefined): NanoCny | null {
  return text === undefined ? before : readCap(param, text);
}

function isRaised(before: NanoCny | null, after: NanoCny | null): boolean {
  return before !== null && (after === null || after > before);
}

/** Applies the caps of a request to the current ones. Alerts fire again once a cap is raised. @throws {ApiError} 400 naming the field. */
export function capsAfter(before: Caps, request: CapsRequest): Caps {
  const dailyCap = capAfter(before.dailyCap, 'daily_cap', request.daily_cap);
  const monthlyCap = capAfter(before.monthlyCap, 'monthly_cap', request.monthly_cap);
  const raised = isRaised(before.dailyCap, dailyCap) || isRaised(before.monthlyCap, monthlyCap);
  return { dailyCap, monthlyCap, capArming: before.capArming + (raised ? 1 : 0) };
}

export function capWarnings({ dailyCap, monthlyCap }: Caps): readonly string[] {
  const isAbove = dailyCap !== null && monthlyCap !== null && dailyCap > monthlyCap;
  return isAbove ? ['The daily cap is above the monthly cap; the monthly cap is reached first.'] : [];
}

/** Refuses caps on sub-accounts while older versions run, because these would ignore them. @throws {ApiError} 409 naming their nodes. */
export async function requireSubAccountCapsKnown(
  { stores }: Pick<ControlContext, 'stores'>,
  { daily_cap: daily, monthly_cap: monthly }: CapsRequest,
): Promise<void> {
  if (typeof daily !== 'string' && typeof monthly !== 'string') return;
  const older = await stores.catalog.nodesWithout('caps');
  if (older.length === 0) return;
  throw refusal('caps_need_upgrade', { nodes: older });
}
