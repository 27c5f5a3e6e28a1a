import type { NanoCny } from '@tollgate/contract/money';
import { nanoPerCny } from '@tollgate/contract/money';
import { momentIn } from '../../../domain/limits/calendar.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { listUsage } from '../../calls/usage/list-usage.ts';
import type { Principal } from '../../../control/principal.ts';
import { findKey } from '../../../control/within-scope.ts';

const days = 30;
const dayMs = 86_400_000;

export interface SuggestedCaps {
  readonly days: number;
  readonly averageDay: NanoCny;
  readonly peakDay: NanoCny;
  readonly dailyCap: NanoCny | null;
  readonly monthlyCap: NanoCny | null;
}

/** Rounds up to the next of 1, 1.5, 2, 3, 5, 7.5 and their multiples of ten, from 0.01 CNY on. */
function roundedUp(amount: NanoCny): NanoCny {
  const steps = [10n, 15n, 20n, 30n, 50n, 75n] as const;
  for (let unit = nanoPerCny / 1000n; ; unit *= 10n) {
    const step = steps.find((times) => times * unit >= amount);
    if (step !== undefined) return step * unit;
  }
}

const withRoom = (amount: NanoCny): NanoCny => (amount * 3n) / 2n;

/** Caps that would not have stopped the spending of a key in the last 30 days, excluding today. @throws {ApiError} 404 */
export async function suggestedCaps(context: ControlContext, principal: Principal, keyId: string): Promise<SuggestedCaps> {
  const { key } = await findKey(context, principal, keyId);
  const { calendar, clock } = context;
  const dayBefore = (count: number): number => momentIn(clock.nowMs() - count * dayMs, calendar.timeZone).day;
  const filter = { accountId: key.accountId, keyId, fromDay: dayBefore(days), toDay: dayBefore(1), groups: ['day'] as const };
  const load = await listUsage(context, principal, filter);
  const charges = (await load({ limit: days + 1, after: null })).map(({ charge }) => charge);
  const spent = charges.reduce((sum, charge) => sum + charge, 0n);
  const peakDay = charges.reduce((most, charge) => (charge > most ? charge : most), 0n);
  const averageDay = spent / BigInt(days);
  if (peakDay === 0n) return { days, averageDay, peakDay, dailyCap: null, monthlyCap: null };
  const dailyCap = roundedUp(withRoom(peakDay));
  const monthlyCap = roundedUp(withRoom(spent));
  return { days, averageDay, peakDay, dailyCap, monthlyCap: monthlyCap > dailyCap ? monthlyCap : dailyCap };
}
