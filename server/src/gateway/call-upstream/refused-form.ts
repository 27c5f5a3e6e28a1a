import type { AttemptPlan, Relay } from '../../dialects/dialect.ts';
import type { Fit } from '../observations/fit.ts';

/** What a refusal says of the form of a request; `null` if it is about something else. */
export function refusedForm(
  { batches, readQuirks, refusesSeals }: Relay,
  plan: AttemptPlan,
  { status, body }: { readonly status: number; readonly body: Buffer },
): Fit | null {
  const withoutSeals = refusesSeals?.(status, body) ?? false;
  const quirks = withoutSeals ? null : (readQuirks?.(status, body, plan) ?? null);
  const inputsMax = batches?.readMost(status, body, batches.count(plan.body)) ?? null;
  return quirks === null && inputsMax === null && !withoutSeals ? null : { quirks: quirks ?? {}, inputsMax, withoutSeals };
}
